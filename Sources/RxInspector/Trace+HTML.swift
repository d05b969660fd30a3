extension Trace {
    /// One self-contained page: the graph of the subscriptions with, beside each, its events along the time, and the list of
    /// everything that happened. It needs no network and no server.
    public func html(title: String) -> String {
        let lanes = lanes.joined(separator: "\n")
        let height = Layout.head + subscriptions.count * Layout.row + Layout.row
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <title>\(title.escaped)</title>
            <style>\(Page.style)</style>
            </head>
            <body>
            <h1>\(title.escaped)</h1>
            <p>\(summary)</p>
            <p><label>Time <input id="zoom" type="range" min="0" max="100" value="0"/></label>
            <span class="key"><b class="next">●</b> element <b class="completed">❙</b> completed <b class="error">✖</b> error
            <b class="ended">○</b> disposed; a dashed line: started by an event of the one above</span></p>
            <div class="scroll">
            <svg id="trace" xmlns="http://www.w3.org/2000/svg" width="\(Layout.width)" height="\(height)"
              data-end="\(number(max(end, 1e-9)))" data-left="\(Layout.left)" data-span="\(Layout.span)">
            \(axis)
            \(lanes)
            </svg>
            </div>
            <details><summary>Everything, in order</summary>
            <pre>\(description.escaped)</pre>
            </details>
            <script>\(Page.script)</script>
            </body>
            </html>
            """
    }

    private enum Layout {
        static let head = 30, row = 26, margin = 14, left = 420, span = 900, indent = 18
        static let width = left + span + 60
        static func y(_ line: Int) -> Int { head + line * row + row / 2 }
    }

    private var summary: String {
        let threads = Set(entries.map(\.place.thread) + subscriptions.map(\.place.thread)).count
        let events = entries.count { $0.kind != .ended }
        let missing = dropped > 0 ? " <b>\(dropped) more were not recorded.</b>" : ""
        return "Subscriptions: \(subscriptions.count), events: \(events), threads: \(threads), seconds: \(seconds(end)).\(missing)"
    }

    private var axis: String {
        (0...10).map { step in
            let time = end * Double(step) / 10
            return """
                <g data-t="\(number(time))" transform="translate(\(x(time)),0)"><text y="14">\(seconds(time))</text>\
                <line y1="20" y2="100%" class="grid"/></g>
                """
        }.joined(separator: "\n")
    }

    /// One for each subscription, from top to bottom.
    private var lanes: [String] {
        let outline = outline, labels = labels, depths = depths
        let own = Dictionary(grouping: entries, by: \.subscription)
        var rows = [Int](repeating: 0, count: subscriptions.count)
        for (row, number) in outline.enumerated() { rows[number] = row }
        return outline.map { number in
            let left = Layout.margin + depths[number] * Layout.indent
            let subscription = subscriptions[number], y = Layout.y(rows[number])
            let line = subscription.parent.map { edge(to: subscription, left, Layout.y(rows[$0]), y) } ?? ""
            return lane(subscription, labels[number], own[number] ?? [], left, y, line)
        }
    }

    private func lane(
        _ subscription: Subscription, _ label: String, _ own: [Entry], _ left: Int, _ y: Int, _ edge: String
    ) -> String {
        let details =
            "\(label): \(subscription.element)\ncore \(subscription.core)\nsubscribed at "
            + "\(seconds(subscription.time)) on thread \(subscription.place.thread) (\(subscription.place.queue))"
        let end = own.last { $0.kind == .ended }?.time ?? self.end
        let stopped = own.contains { $0.kind == .completed || $0.kind == .error }
        let marks = own.filter { $0.kind != .ended || !stopped }.map { mark($0, y) }
        return
            (["<g class=\"lane\">", edge]
            + [
                "<circle cx=\"\(left)\" cy=\"\(y)\" r=\"4\" class=\"node\"/>",
                "<text x=\"\(left + 10)\" y=\"\(y + 4)\">\(label.escaped) "
                    + "<tspan class=\"small\">\(subscription.element.escaped), \(subscription.core), "
                    + "\(subscription.place.queue.escaped)</tspan><title>\(details.escaped)</title></text>",
                "<line class=\"life\" data-from=\"\(number(subscription.time))\" data-to=\"\(number(end))\" "
                    + "x1=\"\(x(subscription.time))\" x2=\"\(x(end))\" y1=\"\(y)\" y2=\"\(y)\"/>",
            ] + marks + ["</g>"]).joined(separator: "\n")
    }

    /// From the parent's node down, then to the right.
    private func edge(to subscription: Subscription, _ left: Int, _ top: Int, _ y: Int) -> String {
        let style = subscription.isInner ? "edge inner" : "edge"
        return "<path class=\"\(style)\" d=\"M\(left - Layout.indent) \(top + 4)V\(y)H\(left - 4)\"/>"
    }

    private func mark(_ entry: Entry, _ y: Int) -> String {
        let sign =
            switch entry.kind {
            case .next: "●"
            case .error: "✖"
            case .completed: "❙"
            case .ended: "○"
            }
        let details = "\(seconds(entry.time))  \(entry.kind.rawValue) \(entry.text)\nthread \(entry.place.thread) (\(entry.place.queue))"
        return "<g data-t=\"\(number(entry.time))\" transform=\"translate(\(x(entry.time)),\(y))\">"
            + "<text class=\"\(entry.kind.rawValue)\" text-anchor=\"middle\" y=\"5\">\(sign)<title>\(details.escaped)</title></text></g>"
    }

    private func x(_ time: Double) -> String {
        number(Double(Layout.left) + (end > 0 ? time / end : 0) * Double(Layout.span))
    }

    /// With six digits, which is a microsecond where it is a time.
    private func number(_ value: Double) -> String {
        let millionths = (value * 1e6).rounded() / 1e6
        return "\(millionths)"
    }
}

/// What doesn't depend on the trace.
private enum Page {
    static let style = """
        body { font: 14px system-ui, sans-serif; margin: 24px; color: #222; background: #fff }
        .scroll { overflow-x: auto; border: 1px solid #ddd; border-radius: 6px }
        svg { display: block } svg text { font-size: 12px; fill: #222 } .small { fill: #888; font-size: 11px }
        .grid { stroke: #eee } .life { stroke: #9bb; stroke-width: 2 } .node { fill: #357 }
        .edge { fill: none; stroke: #357 } .inner { stroke-dasharray: 3 3 } .lane:hover .life { stroke: #357 }
        svg .next, .next { fill: #27a; color: #27a } svg .error, .error { fill: #c22; color: #c22 }
        svg .completed, .completed { fill: #282; color: #282 } svg .ended, .ended { fill: #888; color: #888 }
        pre { font: 12px ui-monospace, monospace; overflow-x: auto } .key { color: #666; margin-left: 24px }
        @media (prefers-color-scheme: dark) {
          body { color: #ddd; background: #1b1d21 } svg text { fill: #ddd } .grid { stroke: #333 } .scroll { border-color: #444 }
        }
        """

    /// Stretches the time without reloading: everything that has a time knows it.
    static let script = """
        //<![CDATA[
        const svg = document.getElementById('trace'), left = +svg.dataset.left, span = +svg.dataset.span, end = +svg.dataset.end;
        document.getElementById('zoom').addEventListener('input', event => {
          const scale = span * Math.pow(2, event.target.value / 10) / end;
          svg.setAttribute('width', left + end * scale + 60);
          for (const mark of svg.querySelectorAll('[data-t]')) {
            const y = mark.getAttribute('transform').split(',')[1];
            mark.setAttribute('transform', 'translate(' + (left + mark.dataset.t * scale) + ',' + y);
          }
          for (const life of svg.querySelectorAll('.life')) {
            life.setAttribute('x1', left + life.dataset.from * scale);
            life.setAttribute('x2', left + life.dataset.to * scale);
          }
        });
        //]]>
        """
}

extension String {
    /// For text and attributes of HTML.
    fileprivate var escaped: String {
        var result = ""
        for character in unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t": result.unicodeScalars.append(character)
            // What neither HTML nor XML takes.
            case _ where character.value < 0x20 || character.value == 0xFFFE || character.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
