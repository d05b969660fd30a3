import Foundation
import Rx

enum OrderState: Equatable {
    case draft
    case paid(cents: Int)
    case packed(boxes: Int)
    case shipped(tracking: String)
    case cancelled(reason: String)

    var isFinal: Bool {
        switch self {
        case .shipped, .cancelled: true
        case .draft, .paid, .packed: false
        }
    }
}

struct Order: Equatable {
    let number: Int
    var state = OrderState.draft
}

enum OrderFailure: Error {
    case noSuchOrder(Int)
    case notReady(OrderState)
}

/// Orders go from state to state by themselves; each step takes its time.
final class OrderWorkflow {
    private let scheduler: any SchedulerType
    private let cancellations = PublishSubject<(number: Int, reason: String)>()
    private var orders: [Int: BehaviorSubject<Order>] = [:]
    private(set) var log: [String] = []

    init(scheduler: any SchedulerType) { self.scheduler = scheduler }

    private func next(after state: OrderState, of order: Order) throws -> OrderState {
        switch state {
        case .draft: .paid(cents: order.number * 100)
        case .paid(let cents): .packed(boxes: 1 + cents / 1000)
        case .packed(let boxes): .shipped(tracking: "T\(order.number)-\(boxes)")
        case .shipped, .cancelled: throw OrderFailure.notReady(state)
        }
    }

    private func steps(of order: Order) -> Observable<OrderState> {
        Observable.just(order.state)
            .delay(.seconds(1), scheduler: scheduler)
            .flatMap { [self] state -> Observable<OrderState> in
                let next = try next(after: state, of: order)
                guard !next.isFinal else { return .just(next) }
                return Observable.concat(.just(next), steps(of: Order(number: order.number, state: next)))
            }
    }

    func place(_ number: Int) -> Observable<Order> {
        let order = Order(number: number)
        let subject = BehaviorSubject(value: order)
        orders[number] = subject
        let cancelled = cancellations.filter { $0.number == number }.map { OrderState.cancelled(reason: $0.reason) }
        return Observable.merge(steps(of: order), cancelled)
            .take(until: \.isFinal, behavior: .inclusive)
            .map { Order(number: number, state: $0) }
            .startWith(order)
            .do(
                onNext: { [self] in log.append("\($0.number) \($0.state)") }, onCompleted: { [self] in log.append("\(number) is over") },
                onDispose: { [self] in orders[number] = nil })
            .multicast({ subject }, selector: { $0 })
    }

    func order(_ number: Int) -> Single<Order> {
        guard let subject = orders[number] else { return .error(OrderFailure.noSuchOrder(number)) }
        return subject.take(1).asSingle()
    }

    func only(_ condition: @escaping (Order) -> Bool) -> Observable<Int> {
        Observable.from(orders.keys.sorted())
            .compactMap { [self] in orders[$0] }
            .compactMap { try $0.value() }
            .single(condition)
            .map(\.number)
    }

    func cancel(_ number: Int, because reason: String) { cancellations.onNext((number, reason)) }
}

func orderScenario() {
    let scheduler = HistoricalScheduler()
    let workflow = OrderWorkflow(scheduler: scheduler)
    let first = Recorder(workflow.place(1).map(\.state)), second = Recorder(workflow.place(25).map(\.state))
    scheduler.advance(by: 1.5)
    expect(Recorder(workflow.order(25).asObservable()).elements, [Order(number: 25, state: .paid(cents: 2500))], "orders: paid")
    expect(Recorder(workflow.only { $0.number < 10 }).elements, [1], "orders: the only one")
    expect(Recorder(workflow.only { $0.number > 100 }).ending, .failed("Sequence doesn't contain any elements."), "orders: none")
    workflow.cancel(1, because: "out of stock")
    scheduler.advance(by: 5)

    expect(first.elements.last, .cancelled(reason: "out of stock"), "orders: cancelled")
    expect(second.elements.last, .shipped(tracking: "T25-3"), "orders: shipped")
    expect([first.ending, second.ending], [.completed, .completed], "orders: ends")
    expect(workflow.log.count, 9, "orders: log")
    expect(Recorder(workflow.order(1).asObservable()).ending, .failed("noSuchOrder(1)"), "orders: gone")
}
