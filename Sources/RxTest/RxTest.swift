/// Virtual time.
public typealias TestTime = Int
