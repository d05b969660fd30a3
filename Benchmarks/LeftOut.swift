/// The ideas of the kernel's speed that this build leaves out, as `RX_WITHOUT` calls them.
private let leftOut: [String] = {
    var names: [String] = []
    #if RX_WITHOUT_BIAS
    names.append("BIAS")
    #endif
    #if RX_WITHOUT_GATHERING
    names.append("GATHERING")
    #endif
    #if RX_WITHOUT_PREFETCHING
    names.append("PREFETCHING")
    #endif
    #if RX_WITHOUT_CHUNK_REUSE
    names.append("CHUNK_REUSE")
    #endif
    #if RX_WITHOUT_SPARE_WORK
    names.append("SPARE_WORK")
    #endif
    #if RX_WITHOUT_DIRECT_TURNS
    names.append("DIRECT_TURNS")
    #endif
    #if RX_WITHOUT_SCALARS
    names.append("SCALARS")
    #endif
    #if RX_WITHOUT_RIDING_FILTERS
    names.append("RIDING_FILTERS")
    #endif
    return names
}()

/// In what this build isn't the usual one; nil where it is.
let unusualBuild = leftOut.isEmpty ? nil : "without " + leftOut.joined(separator: ", ")
