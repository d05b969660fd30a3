extension ObservableType {
    /// The last `count` elements, all at completion; an error drops them. Traps if `count` is negative.
    ///
    ///     source  --1--2--3--|
    ///     takeLast(2)
    ///     result  -----------23|
    ///
    /// Cost: a ring of `count` elements, which grows once; no allocation for an event after that.
    public func takeLast(_ count: Int) -> Observable<Element> {
        precondition(count >= 0, "takeLast: a negative count")
        let source = source
        return Observable { observer, segment in
            let ring = Cell((elements: [Element](), oldest: 0))
            source.attach(
                segment,
                next: { element in
                    if ring.value.elements.count < count {
                        ring.value.elements.append(element)
                    } else if count > 0 {
                        ring.value.elements[ring.value.oldest] = element
                        ring.value.oldest += 1
                        if ring.value.oldest == count { ring.value.oldest = 0 }
                    }
                },
                stop: { error in
                    guard error == nil else { return observer.stop(error) }
                    let (elements, oldest) = ring.value
                    for part in [elements[oldest...], elements[..<oldest]] {
                        for element in part {
                            if segment.isClosed { return }
                            observer.send(element)
                        }
                    }
                    if !segment.isClosed { observer.stop(nil) }
                })
        }
    }
}
