// Mistakes, each with the type that the compiler has to name, as the program wrote it.
import Rx

let numbers: Single<Int> = Single<String>.just("1").map { $0 + 1 }  // error: 'String'
let single = Single<String>.create { done in  // error: 'String'
    done(.success(1))
    return Disposables.create()
}
let maybe: Maybe<Int> = Maybe<String>.just("1").map { $0 + 1 }  // error: 'String'
