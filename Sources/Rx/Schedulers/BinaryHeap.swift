/// The classic binary heap in an array: insert and remove-first in O(log n), rebuild in O(n). The order is passed to each
/// call, always the same one, so that elements need not carry it.
struct BinaryHeap<Element> {
    private(set) var elements: [Element] = []

    var count: Int { elements.count }
    var first: Element? { elements.first }

    mutating func insert(_ element: Element, by precedes: (Element, Element) -> Bool) {
        elements.append(element)
        var hole = elements.count - 1
        while hole > 0 {
            let parent = (hole - 1) / 2
            guard precedes(element, elements[parent]) else { break }
            elements[hole] = elements[parent]
            hole = parent
        }
        elements[hole] = element
    }

    /// Must not be empty.
    mutating func removeFirst(by precedes: (Element, Element) -> Bool) -> Element {
        let last = elements.removeLast()
        guard let first = elements.first else { return last }
        sink(last, from: 0, by: precedes)
        return first
    }

    /// Removes all for which `body` is false.
    mutating func keep(where body: (Element) -> Bool, by precedes: (Element, Element) -> Bool) {
        elements.removeAll { !body($0) }
        for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) {
            sink(elements[index], from: index, by: precedes)
        }
    }

    private mutating func sink(_ element: Element, from index: Int, by precedes: (Element, Element) -> Bool) {
        var hole = index
        while true {
            var child = 2 * hole + 1
            guard child < elements.count else { break }
            if child + 1 < elements.count, precedes(elements[child + 1], elements[child]) { child += 1 }
            guard precedes(elements[child], element) else { break }
            elements[hole] = elements[child]
            hole = child
        }
        elements[hole] = element
    }
}
