import Foundation
import Testing

@testable import Rx

/// What `debug` prints that can't be made to differ from outside.
@Suite struct DebugLogTests {
    /// The user's may write digits of its own, and count years from elsewhere.
    @Test func timesOfDebugAreWrittenInDigitsOfTheGregorianCalendar() {
        let users = DateFormatter()
        users.locale = Locale(identifier: "ar_EG@numbers=arab")
        users.calendar = Calendar(identifier: .buddhist)
        let format = DebugLog(name: "a", trimsEvents: false, format: users).format
        #expect(format.locale.identifier == "en_US_POSIX")
        #expect(format.calendar.identifier == .gregorian)
        format.timeZone = TimeZone(secondsFromGMT: 0)
        #expect(format.string(from: Date(timeIntervalSince1970: 1_772_366_400.25)) == "2026-03-01 12:00:00.250")
    }
}
