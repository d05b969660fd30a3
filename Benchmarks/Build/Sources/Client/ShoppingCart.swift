import Foundation
import Rx

struct Product: Hashable {
    let name: String
    let cents: Int
}

struct CartLine: Equatable {
    let product: Product
    var quantity: Int

    var cents: Int { product.cents * quantity }
}

enum CartAction {
    case add(Product)
    case remove(Product)
    case empty
}

enum Shipping: Int, CaseIterable {
    case slow = 390
    case fast = 990
}

struct Bill: Equatable {
    var goods = 0
    var discount = 0
    var shipping = 0

    var total: Int { goods - discount + shipping }
}

/// Actions in, lines and a bill out.
final class ShoppingCart {
    private let actions = PublishSubject<CartAction>()
    private let voucher = BehaviorSubject<Int?>(value: nil)
    let shipping = BehaviorRelay(value: Shipping.slow)
    let lines: Observable<[CartLine]>
    let bill: Observable<Bill>

    init() {
        lines = actions
            .scan(into: [CartLine]()) { lines, action in
                switch action {
                case .add(let product):
                    if let index = lines.firstIndex(where: { $0.product == product }) {
                        lines[index].quantity += 1
                    } else {
                        lines.append(CartLine(product: product, quantity: 1))
                    }
                case .remove(let product): lines.removeAll { $0.product == product }
                case .empty: lines = []
                }
            }
            .startWith([])
            .share(replay: 1, scope: .whileConnected)
        let goods = lines.map { $0.reduce(0) { $0 + $1.cents } }
        bill = Observable.combineLatest(goods, voucher, shipping) { goods, percent, shipping in
            Bill(goods: goods, discount: goods * (percent ?? 0) / 100, shipping: goods > 5000 || goods == 0 ? 0 : shipping.rawValue)
        }
        .distinctUntilChanged()
    }

    var numberOfItems: Observable<Int> { lines.map { $0.map(\.quantity).reduce(0, +) }.distinctUntilChanged() }

    func perform(_ action: CartAction) { actions.onNext(action) }
    func redeem(percent: Int) { voucher.onNext(percent) }

    func close() {
        actions.onCompleted()
        voucher.onCompleted()
    }
}

func cartScenario() {
    let tea = Product(name: "tea", cents: 800), pot = Product(name: "pot", cents: 4500)
    let cart = ShoppingCart()
    let bills = Recorder(cart.bill), counts = Recorder(cart.numberOfItems), lines = Recorder(cart.lines.takeLast(1))
    for action in [CartAction.add(tea), .add(tea), .add(pot), .remove(tea)] { cart.perform(action) }
    cart.redeem(percent: 10)
    cart.shipping.accept(.fast)
    cart.close()

    expect(bills.elements.map(\.total), [0, 1190, 1990, 6100, 4890, 4440, 5040], "cart: bills")
    expect(counts.elements, [0, 1, 2, 3, 1], "cart: number of items")
    expect(lines.elements, [[CartLine(product: pot, quantity: 1)]], "cart: last lines")
}
