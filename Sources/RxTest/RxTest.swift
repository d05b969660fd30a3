/// A point, or a stretch, of virtual time.
public typealias TestTime = Int
