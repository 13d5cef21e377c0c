/** Commands that print the scripts with which a shell asks for completions. */
import { command } from '../definition.ts';

/** A script that registers the completion with a shell. Files complete a word that has no candidates. */
const scripts = {
  bash: `_store_commerce() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" --complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _store_commerce store-commerce`,
  zsh: `#compdef store-commerce
_store_commerce() {
  local -a found
  found=("\${(@f)$("$words[1]" --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _store_commerce store-commerce`,
  fish: `function __store_commerce
  set -l words (commandline -opc) (commandline -ct)
  set -l found ($words[1] --complete $words[2..-1] 2>/dev/null)
  if test -n "$found"
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c store-commerce -f -a '(__store_commerce)'`,
};

const completionOf = (shell: keyof typeof scripts, file: string) =>
  command({
    options: {},
    summary: `Print the script that completes commands, options and choices of store-commerce in ${shell}. store-commerce must be on the PATH
      (npm link)`,
    needs: 'Nothing',
    examples: [`> ${file}`],
    run: async () => ({ result: { shell, script: scripts[shell] }, text: scripts[shell], ok: true }),
  });

export const completionCommands = {
  'completion bash': completionOf('bash', '~/.local/share/bash-completion/completions/store-commerce'),
  'completion zsh': completionOf('zsh', '~/.zsh/_store-commerce'),
  'completion fish': completionOf('fish', '~/.config/fish/completions/store-commerce.fish'),
};
