/// Base of the disposables that are counted in `Resources`.
public class DisposeBase {
    init() { Resources.add(.disposables, 1) }
    deinit { Resources.add(.disposables, -1) }
}
