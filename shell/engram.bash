# engram's completion for bash. In ~/.bashrc:
#   eval "$(engram completion bash)"
_engram() {
  local current="${COMP_WORDS[COMP_CWORD]}" glue='' head last line word
  local -a words=()
  COMPREPLY=()
  # Of the word under the cursor what stands before it.
  while [[ "${COMP_LINE:0:COMP_POINT}" != *"$current" ]]; do current="${current%?}"; done
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$current"; do
    # One that was begun in quotes.
    word="${word#[\"\']}"
    if [[ ${#words[@]} -gt 0 && ( -n $glue || $word == [=:]* ) ]]; then
      words[${#words[@]}-1]+="${word%[\"\']}"
    else
      words+=("${word%[\"\']}")
    fi
    glue=''
    if [[ $word == [=:]* ]]; then glue=1; fi
  done
  current="${current#[\"\']}"
  if [[ $current == [=:]* ]]; then current=''; fi
  last="${words[${#words[@]}-1]}"
  if [[ $last == --*=* ]]; then last="${last#*=}"; fi
  head="${last%"$current"}"
  while IFS= read -r line; do
    case $line in
      :0) compopt -o default 2>/dev/null || while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current") ;;
      :*) ;;
      *)
        line="${line%%$'\t'*}"
        COMPREPLY+=("${line#"$head"}")
        ;;
    esac
  done < <(engram complete -- "${words[@]}" 2>/dev/null)
}
complete -F _engram engram
