import Foundation
import Rx

struct Point: Hashable {
    var x, y: Double
}

enum Shape: Equatable {
    case line(from: Point, to: Point)
    case circle(center: Point, radius: Double)
}

enum Edit {
    case draw(Shape)
    case undo, redo
}

struct Drawing: Equatable {
    private(set) var shapes: [Shape] = []
    private var undone: [Shape] = []

    var canUndo: Bool { !shapes.isEmpty }
    var canRedo: Bool { !undone.isEmpty }

    mutating func apply(_ edit: Edit) {
        switch edit {
        case .draw(let shape):
            shapes.append(shape)
            undone = []
        case .undo: if let shape = shapes.popLast() { undone.append(shape) }
        case .redo: if let shape = undone.popLast() { shapes.append(shape) }
        }
    }
}

/// The pointer draws, two buttons undo and redo.
final class DrawingEditor {
    let pressed = PublishSubject<Point>()
    let moved = PublishSubject<Point>()
    let released = PublishSubject<Void>()
    let undo = PublishSubject<Void>()
    let redo = PublishSubject<Void>()

    let drawing: Observable<Drawing>

    init() {
        let strokes = pressed.flatMapLatest { [moved, released] start in
            moved.take(until: released).takeLast(1).map { Shape.line(from: start, to: $0) }
        }
        let edits = Observable.merge(strokes.map { Edit.draw($0) }, undo.map { .undo }, redo.map { .redo })
        drawing = edits
            .scan(into: Drawing()) { $0.apply($1) }
            .startWith(Drawing())
            .share(replay: 1)
    }

    var length: Observable<Double> {
        drawing.map { drawing in
            drawing.shapes.reduce(0) { sum, shape in
                switch shape {
                case .line(let from, let to): sum + hypot(to.x - from.x, to.y - from.y)
                case .circle(_, let radius): sum + 2 * .pi * radius
                }
            }
        }
        .distinctUntilChanged { abs($0 - $1) < 0.001 }
    }

    var buttons: Observable<(undo: Bool, redo: Bool)> {
        drawing.map { (undo: $0.canUndo, redo: $0.canRedo) }.distinctUntilChanged(==)
    }

    /// The distance that the pointer has gone, also where nothing is drawn.
    var distance: Observable<Int> {
        Observable.zip(moved, moved.skip(1)) { Int(hypot($1.x - $0.x, $1.y - $0.y)) }.scan(0, accumulator: +)
    }

    func drag(from start: Point, over points: [Point]) {
        pressed.onNext(start)
        for point in points { moved.onNext(point) }
        released.onNext(())
    }
}

func drawingScenario() {
    let editor = DrawingEditor()
    let lengths = Recorder(editor.length.map { Int($0) }), distances = Recorder(editor.distance.takeLast(1))
    let buttons = Recorder(editor.buttons.map { "\($0.undo ? "undo" : "-") \($0.redo ? "redo" : "-")" })
    editor.drag(from: Point(x: 0, y: 0), over: [Point(x: 1, y: 1), Point(x: 3, y: 4)])
    editor.drag(from: Point(x: 3, y: 4), over: [Point(x: 3, y: 10)])
    editor.undo.onNext(())
    editor.undo.onNext(())
    editor.redo.onNext(())
    editor.moved.onCompleted()

    expect(lengths.elements, [0, 5, 11, 5, 0, 5], "drawing: lengths")
    expect(buttons.elements, ["- -", "undo -", "undo redo", "- redo", "undo redo"], "drawing: buttons")
    expect(distances.elements, [9], "drawing: distance")
    expect(Recorder(editor.drawing.map(\.shapes.count).take(1)).elements, [1], "drawing: shapes")
}
