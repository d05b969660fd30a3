// A program as people write applications: twenty small models and services. Each file's scenario is run; a wrong result ends the program
// with one line and exit status 1. The files use only what RxSwift 6 has as well: with another import they are a program for it.
let scenarios = [
    searchScenario, loginScenario, cartScenario, tickerScenario, downloadScenario, retryScenario, chatScenario, onboardingScenario, settingsScenario,
    photoScenario, inboxScenario, playerScenario, weatherScenario, formScenario, sessionScenario, imageScenario, analyticsScenario, drawingScenario,
    orderScenario, syncScenario,
]
for scenario in scenarios { scenario() }
