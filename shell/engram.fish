# engram's completion for fish:
#   engram completion fish > ~/.config/fish/completions/engram.fish
function __engram_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    # Behind --option= the value alone is answered.
    set -l head (string match -r -- '^--[^=]*=' "$current")
    for line in (engram complete -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':0'
                __fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current") | string replace -r -- '^' "$head"
            case ':*'
            case '*'
                printf '%s%s\n' "$head" "$line"
        end
    end
end
complete -c engram -e
complete -k -c engram -f -a '(__engram_complete)'
