import { Argument, type Command } from 'commander'
import { action, type Shared } from '../context.ts'
import { eventNames } from './event-names.ts'

const scripts = {
  bash: `_commerce() {
  local IFS=$'\\n'
  local found="$(commerce __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)"
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _commerce commerce
`,
  zsh: `#compdef commerce
_commerce() {
  local -a found
  found=("\${(@f)$(commerce __complete "\${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  [[ -n "$found" ]] && compadd -a found || _files
}
compdef _commerce commerce
`,
}

/** `completion bash|zsh` prints a script, which asks the hidden `__complete` for what may come next. */
export function addCompletion(program: Command, shared: Shared): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .description('a script that completes commands and options, as in: source <(commerce completion bash)')
    .action(
      action(shared, async ({ streams }, _, shell) => {
        streams.out.write(scripts[shell as keyof typeof scripts])
      }),
    )
  program
    .command('__complete [words...]', { hidden: true })
    .allowUnknownOption()
    .helpOption(false)
    .action((words: string[]) => {
      shared.streams.out.write(`${candidates(program, words).join('\n')}\n`)
    })
}

/** What may stand behind these words. */
export function candidates(program: Command, words: string[]): string[] {
  let command = program
  let before: string | undefined
  for (const word of words) {
    command = command.commands.find((one) => one.name() === word) ?? command
    before = word
  }
  const option = command.options.find(({ long, short }) => before === long || before === short)
  if (option !== undefined && (option.required || option.optional)) {
    return option.argChoices ?? (/^--events?$/.test(option.long ?? '') ? eventNames : [])
  }
  const below = command.commands.map((one) => one.name()).filter((name) => !name.startsWith('_'))
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  return [
    ...below,
    ...choices,
    ...command.options.map(({ long }) => long ?? '').filter((long) => !words.includes(long)),
  ]
}
