/// The integers that `range`, `interval` and `timer` count with.
public typealias RxAbstractInteger = FixedWidthInteger
