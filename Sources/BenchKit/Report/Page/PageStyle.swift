/// The page's look. It has none of the characters that HTML escapes.
enum PageStyle {
    static let light = """
        --back: #fff; --box: #f6f7f9; --ink: #1b1f24; --quiet: #57606a; --rule: #d0d7de; --good: #116329; --bad: #b3261e; --unsure: #8a5300;
        --v0: #0b62b5; --v1: #c2410c; --v2: #6d3fc4; --v3: #0f766e; --v4: #a3126b; --v5: #6b5b00;
        """
    static let dark = """
        --back: #14171b; --box: #1d2127; --ink: #e6e9ed; --quiet: #a3adb8; --rule: #3a424c; --good: #5fd07a; --bad: #ff8a80; --unsure: #f0b64a;
        --v0: #6db3f8; --v1: #ff9d5c; --v2: #b79bf5; --v3: #4fd1c0; --v4: #f58ac4; --v5: #d8c24a;
        """
    /// Of what is in pictures, wherever they stand.
    static let plots = """
        svg text { font: 11px system-ui, sans-serif; fill: var(--ink); }
        .grid { stroke: var(--rule); stroke-width: 1; } .one { stroke: var(--quiet); stroke-width: 1; } .line { fill: none; stroke-width: 1.5; }
        .samples { stroke-width: 1; opacity: 0.45; } .interval { stroke-width: 4; opacity: 0.8; }
        .line.floor { stroke: var(--ink); stroke-dasharray: 7 4; } .line.machine { stroke: var(--quiet); stroke-width: 1.2; stroke-dasharray: 2 3; }
        .model { fill: none; stroke-width: 1; stroke-dasharray: 4 3; } svg .heading { font-weight: 600; font-size: 13px; }
        .v0 { stroke: var(--v0); } .v1 { stroke: var(--v1); } .v2 { stroke: var(--v2); } .v3 { stroke: var(--v3); }
        .v4 { stroke: var(--v4); } .v5 { stroke: var(--v5); }
        .mark.v0 { fill: var(--v0); } .mark.v1 { fill: var(--v1); } .mark.v2 { fill: var(--v2); } .mark.v3 { fill: var(--v3); }
        .mark.v4 { fill: var(--v4); } .mark.v5 { fill: var(--v5); }
        """
    static let text = """

        :root { color-scheme: light dark; \(light) }
        @media (prefers-color-scheme: dark) { :root { \(dark) } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
        header, main { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
        h1 { font-size: 1.6rem; margin: 1.5rem 0 0.25rem; } h2 { font-size: 1.25rem; margin: 2.5rem 0 0.5rem; }
        h3 { font-size: 1rem; margin: 0 0 0.5rem; } h4 { font-size: 0.9rem; margin: 0.25rem 0; }
        .quiet, .title, .absent, caption { color: var(--quiet); } .quiet { font-size: 0.9rem; max-width: 60rem; }
        .verdict { display: flex; gap: 0.6rem; align-items: center; font-size: 1.3rem; padding: 0.75rem 1rem; margin: 0.5rem 0;
          background: var(--box); border-left: 0.4rem solid; border-radius: 0.25rem; }
        .good { color: var(--good); } .bad { color: var(--bad); } .unsure { color: var(--unsure); }
        .cause { background: var(--box); border-radius: 0.25rem; padding: 0.5rem 0.75rem; margin: 0.5rem 0; overflow-wrap: anywhere; }
        .cause ul { margin: 0.25rem 0; padding-left: 1rem; font-size: 0.9rem; }
        .scroll { overflow-x: auto; max-width: 100%; margin: 1rem 0; border: 1px solid var(--rule); border-radius: 0.25rem; }
        .scroll:focus-visible { outline: 3px solid var(--v0); outline-offset: 2px; }
        table { border-collapse: separate; border-spacing: 0; font-size: 0.9rem; font-variant-numeric: tabular-nums; min-width: 100%; }
        caption { text-align: left; padding: 0.4rem 0.6rem; font-weight: 600; }
        th, td { padding: 0.3rem 0.6rem; border-top: 1px solid var(--rule); text-align: left; vertical-align: top; white-space: nowrap; }
        thead th { background: var(--box); font-weight: 600; } tbody th { font-weight: 600; }
        tbody th, thead tr:first-child th:first-child { position: sticky; left: 0; z-index: 1; border-right: 1px solid var(--rule); }
        tbody th { background: var(--back); }
        .title { display: block; font-weight: 400; font-size: 0.8rem; white-space: normal; min-width: 11rem; max-width: 16rem; }
        .figure, th.figure { text-align: right; } .absent { text-align: right; } td.bad { font-weight: 600; }
        td.words { white-space: normal; min-width: 18rem; }
        td code { white-space: normal; overflow-wrap: anywhere; display: inline-block; max-width: 40rem; }
        details { margin: 0.4rem 0; } summary { cursor: pointer; } ul { padding-left: 1.2rem; }
        .figure-box { background: var(--box); border-radius: 0.25rem; padding: 0.75rem; margin: 1rem 0; }
        .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); gap: 1rem; }
        svg { display: block; } svg.plot { width: 100%; height: auto; max-width: 45rem; }
        \(plots)
        @media (max-width: 40rem) { svg text { font-size: 15px; } th, td { padding: 0.25rem 0.35rem; } header, main { padding: 0 0.6rem; }
          tbody th { white-space: normal; overflow-wrap: anywhere; min-width: 6.5rem; max-width: 7.5rem; font-size: 0.8rem; }
          .title { min-width: 0; font-size: 0.7rem; overflow-wrap: break-word; } td.words { min-width: 14rem; } }

        """
}
