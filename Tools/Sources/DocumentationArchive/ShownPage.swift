/// What a page shows in the browser once it is complete.
struct ShownPage: Decodable {
    struct Link: Decodable, Hashable {
        let path: String
        /// What follows `#`; empty where nothing does.
        let anchor: String
    }

    struct Wide: Decodable, Equatable {
        /// How the page names the element, and what it begins with.
        let element: String
        /// How far it goes beyond the right edge.
        let points: Int
    }

    let title: String
    /// Links to the archive itself.
    let links: [Link]
    let anchors: Set<String>
    let swiftListings: Int
    /// Blocks of Swift in which no word has a colour of its own.
    let plainListings: Int
    /// What a reader could not reach at this width, by scrolling it either.
    let tooWide: [Wide]
    /// The background's and the text's brightness, from 0 to 1.
    let background: Double, text: Double
    /// Whether the navigation beside the page has this page in it, marked as the current one; at widths at which it is shown.
    let isInNavigation: Bool

    /// Waits, up to ten seconds, until a page that renders itself has its title, its code and its navigation, and reads it then. What hasn't come
    /// by then is missing in the result: it is a finding.
    static let reading = #"""
        (async () => {
          const all = (selector, root = document) => [...root.querySelectorAll(selector)];
          const listings = () => all('.code-listing[data-syntax="swift"]');
          const isPlain = listing => !listing.querySelector('[class*="syntax-"]');
          const title = () => document.querySelector('main h1')?.innerText.trim() ?? '';
          const isWide = innerWidth > 1000;
          const current = () => !!document.querySelector('.navigator .navigator-card-item.active, .navigator [aria-current="page"]');
          const isComplete = () => title() && !listings().some(isPlain) && (!isWide || current());
          for (const end = Date.now() + 10000; !isComplete() && Date.now() < end;) await new Promise(done => setTimeout(done, 10));
          await document.fonts.ready;
          const scrolls = element => {
            for (let above = element; above && above !== document.body; above = above.parentElement)
              if (['auto', 'scroll'].includes(getComputedStyle(above).overflowX)) return true;
            return false;
          };
          const isShown = element => element.checkVisibility({checkVisibilityCSS: true, checkOpacity: true});
          const beyond = element => Math.round(element.getBoundingClientRect().right - document.documentElement.clientWidth);
          const wide = all('main *').filter(element => beyond(element) > 1 && isShown(element) && !scrolls(element));
          const deepest = wide.filter(element => !wide.some(other => other !== element && element.contains(other)));
          const brightness = colour => {
            const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
            return a === 0 ? null : (0.299 * r + 0.587 * g + 0.114 * b) / 255;
          };
          const ground = element => !element ? 1 : brightness(getComputedStyle(element).backgroundColor) ?? ground(element.parentElement);
          const paragraph = document.querySelector('main .content p, main p') ?? document.querySelector('main') ?? document.body;
          return {
            title: title(),
            links: all('main a[href], .navigator a[href]').filter(a => a.origin === location.origin)
              .map(a => ({path: a.pathname, anchor: decodeURIComponent(a.hash.slice(1))})),
            anchors: all('[id]').map(element => element.id),
            swiftListings: listings().length,
            plainListings: listings().filter(isPlain).length,
            tooWide: deepest.map(element => ({
              element: element.tagName.toLowerCase() + ' "' + element.textContent.trim().slice(0, 40) + '"', points: beyond(element)})),
            background: ground(paragraph),
            text: brightness(getComputedStyle(paragraph).color) ?? 1,
            isInNavigation: !isWide || current(),
          };
        })()
        """#
}
