import Foundation

/// A page in the browser. Its requests are answered from the archive: no server, no port, and no network.
final class BrowserTab {
    private let pipe: BrowserPipe, archive: StaticArchive
    private var lastID = 0, session: String?
    /// What the current page has asked for in vain, and what it has complained of, since `open`.
    private(set) var missing: [String] = [], complaints: [String] = []

    /// Longer than any page takes, so that a slow machine makes no finding.
    private static let patience: TimeInterval = 60

    init(_ pipe: BrowserPipe, archive: StaticArchive) throws {
        self.pipe = pipe
        self.archive = archive
        let target = try call("Target.createTarget", ["url": "about:blank"])
        let attached = try call("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
        session = attached["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log"] { _ = try call("\(domain).enable") }
        _ = try call("Fetch.enable", ["patterns": [["urlPattern": "*"]]])
    }

    /// How the tab shows pages from now on: a width in points, and whether the reader prefers dark colours.
    func show(width: Int, height: Int = 1000, dark: Bool = false) throws {
        let metrics: [String: Any] = ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600]
        _ = try call("Emulation.setDeviceMetricsOverride", metrics)
        _ = try call("Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": dark ? "dark" : "light"]]])
    }

    func open(_ path: String) throws {
        // A page that has gone may still ask or complain: it isn't this one's.
        _ = try call("Page.navigate", ["url": "about:blank"])
        (missing, complaints) = ([], [])
        let opened = try call("Page.navigate", ["url": StaticArchive.origin + path])
        if let error = opened["errorText"] as? String { throw BrowserFailure("\(path) can't be opened: \(error)") }
    }

    /// The value of an expression, once that is there if it is a promise's.
    func value<Value: Decodable>(of expression: String, as type: Value.Type = Value.self) throws -> Value {
        let answer = try call("Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
        if let exception = answer["exceptionDetails"] as? [String: Any] { throw BrowserFailure(Self.text(of: exception)) }
        let value = (answer["result"] as? [String: Any])?["value"] ?? NSNull()
        return try JSONDecoder().decode(Value.self, from: JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed))
    }

    /// Types where the page's cursor is.
    func type(_ text: String) throws { _ = try call("Input.insertText", ["text": text]) }

    /// What the tab shows, as PNG.
    func picture() throws -> Data {
        let answer = try call("Page.captureScreenshot", ["format": "png"])
        guard let data = (answer["data"] as? String).flatMap({ Data(base64Encoded: $0) }) else { throw BrowserFailure("no picture") }
        return data
    }

    private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        let id = try send(method, parameters), deadline = Date(timeIntervalSinceNow: Self.patience)
        while true {
            let message = try pipe.receive(until: deadline)
            if message["id"] as? Int == id {
                if let error = message["error"] as? [String: Any] { throw BrowserFailure("\(method): \(error["message"] ?? error)") }
                return message["result"] as? [String: Any] ?? [:]
            }
            try take(message)
        }
    }

    private func send(_ method: String, _ parameters: [String: Any]) throws -> Int {
        lastID += 1
        var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        try pipe.send(message)
        return lastID
    }

    /// What the browser tells without having been asked.
    private func take(_ message: [String: Any]) throws {
        let parameters = message["params"] as? [String: Any] ?? [:]
        switch message["method"] as? String {
        case "Fetch.requestPaused": try answer(parameters)
        case "Runtime.exceptionThrown": complaints.append(Self.text(of: parameters["exceptionDetails"] as? [String: Any] ?? [:]))
        case "Runtime.consoleAPICalled" where parameters["type"] as? String == "error":
            let values = parameters["args"] as? [[String: Any]] ?? []
            complaints.append(values.map { "\($0["value"] ?? $0["description"] ?? "")" }.joined(separator: " "))
        case "Log.entryAdded":
            // A request in vain is told by `missing` already.
            guard let entry = parameters["entry"] as? [String: Any], entry["level"] as? String == "error", entry["source"] as? String != "network"
            else { return }
            complaints.append(entry["text"] as? String ?? "an error without text")
        default: break
        }
    }

    private func answer(_ parameters: [String: Any]) throws {
        let request = parameters["request"] as? [String: Any]
        guard let id = parameters["requestId"] as? String, let address = request?["url"] as? String else { return }
        var status = 404, headers: [[String: String]] = [], body = Data()
        if address.hasPrefix(StaticArchive.origin + "/") {
            let path = String(address.dropFirst(StaticArchive.origin.count).prefix { $0 != "?" && $0 != "#" })
            switch archive.answer(path) {
            case .file(let url, let type):
                status = 200
                headers.append(["name": "Content-Type", "value": type])
                body = try Data(contentsOf: url)
            case .moved(let new):
                status = 301
                headers.append(["name": "Location", "value": StaticArchive.origin + new])
            case .missing: break
            }
        }
        if status == 404 { missing.append(address) }
        let answer: [String: Any] = [
            "requestId": id, "responseCode": status, "responseHeaders": headers, "body": body.base64EncodedString(),
        ]
        _ = try send("Fetch.fulfillRequest", answer)
    }

    private static func text(of exception: [String: Any]) -> String {
        let thrown = exception["exception"] as? [String: Any]
        let text = thrown?["description"] as? String ?? exception["text"] as? String ?? "an exception without text"
        return text.split(separator: "\n").first.map(String.init) ?? text
    }
}
