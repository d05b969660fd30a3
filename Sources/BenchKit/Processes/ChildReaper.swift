import Foundation
import Synchronization

/// Ends this process's children when this process ends, however that ends. It is a shell in a session of its own that reads who was
/// started and who has ended; when nobody can write that any more it kills those that are left, and what they have started. (What Linux
/// offers for it, a signal at the parent's death, is one at the death of the parent's *thread*, and must be asked for between fork and
/// exec; others have nothing.)
enum ChildReaper {
    /// The writing end of its pipe, which no other process has; nil where none could be started.
    private static let lifeline: Int32? = start()
    /// One line at a time.
    private static let turn = Mutex(())

    /// Call it before the first child is started: a process that is killed meanwhile leaves none behind then.
    static func begin() { _ = lifeline }

    /// - Parameter leadsSession: whether all in its session end with it.
    static func add(_ child: pid_t, leadsSession: Bool) { tell(leadsSession ? "session" : "process", child) }

    /// Call it before the child is waited for, as its number may be another's afterwards.
    static func remove(_ child: pid_t) { tell("gone", child) }

    private static func tell(_ what: String, _ child: pid_t) {
        guard let lifeline else { return }
        turn.withLock { _ in _ = CheckedWriting.all(Data("\(what) \(child)\n".utf8), to: lifeline) }
    }

    private static func start() -> Int32? {
        guard let ends = try? ChildProcess.Ends() else { return nil }
        signal(SIGPIPE, SIG_IGN)
        var process: pid_t = 0
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer {
            close(nothing)
            close(ends.reading)
        }
        let error = ChildProcess.spawn(
            &process, "/bin/sh", ["-c", script], [:], input: ends.reading, output: nothing, errors: "/dev/null", leadsSession: true)
        if error == 0 { return ends.writing }
        close(ends.writing)
        return nil
    }

    /// Builtins do, but for `ps` where there is no `/proc`. A child's children are found by their parent, or their session where it leads
    /// one; several times, as each may start another one before its turn comes.
    private static let script = """
        trap '' INT TERM HUP
        cd /
        doomed=' ' sessions=' '
        while read -r what process; do
          case $what in
            process) doomed="$doomed$process " ;;
            session) doomed="$doomed$process " sessions="$sessions$process " ;;
            gone)
              before=${doomed%% $process *} after=${doomed#* $process }
              [ "$before" = "$doomed" ] || doomed="$before $after"
              before=${sessions%% $process *} after=${sessions#* $process }
              [ "$before" = "$sessions" ] || sessions="$before $after" ;;
          esac
        done
        [ "$doomed" = ' ' ] && [ "$sessions" = ' ' ] && exit
        all() {
          if [ -r /proc/self/stat ]; then
            for file in /proc/[0-9]*/stat; do
              line=
              read -r line 2>/dev/null <"$file" || [ -n "$line" ] || continue
              set -- ${line##*) }
              echo "${line%% *} $2 $4 $1"
            done
          else
            ps -A -o pid= -o ppid= -o sess= -o stat= 2>/dev/null
          fi
        }
        for attempt in 1 2 3 4 5 6 7 8 9 10; do
          table=$(all) living= grows=yes
          while [ $grows = yes ]; do
            grows=no living=
            while read -r process parent session state; do
              case $state in Z*) continue ;; esac
              case $doomed in
                *" $process "*) living="$living $process"; continue ;;
                *" $parent "*) ;;
                *) case $sessions in *" $session "*) ;; *) continue ;; esac ;;
              esac
              doomed="$doomed$process " grows=yes
            done <<END
        $table
        END
          done
          [ -n "$living" ] || break
          kill -KILL $living 2>/dev/null
        done
        """
}
