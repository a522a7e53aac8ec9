#include "app/command/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "app/command/commands.h"
#include "app/command/flags.h"
#include "app/command/verdict.h"
#include "app/command/words.h"

namespace prichal::app::command {
namespace {

constexpr const char* kCompletion = "completion";

/// A text as one word of a POSIX shell.
std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

/// The same of fish, whose quotes know an escape.
std::string QuotedForFish(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

/// All commands below the first, quoted, with something between them.
std::string AllCommands(const cli::Command& outline, std::string_view between) {
  std::string text;
  Visit(outline, [&](const cli::Command& each) {
    if (&each == &outline) return;
    text += fmt::format("{}{}", text.empty() ? "" : between, Quoted(each.words));
  });
  return text;
}

/// What may stand next: commands and flags.
std::string NextWords(const cli::Command& outline) {
  std::string words;
  for (const cli::Command& command : outline.commands) words += command.name + " ";
  for (const cli::Option& option : outline.options) {
    if (option.is_flag()) words += option.name + " ";
  }
  return words + "--help";
}

/// What bash offers for a value.
std::string BashValues(const cli::Option& option) {
  if (option.value == "DIR") return "paths=dirnames";
  if (option.TakesPath()) return "paths=default";
  return fmt::format("words={}", Quoted(fmt::format("{}", fmt::join(option.Choices(), " "))));
}

/// A text inside of [] of zsh's _arguments, or behind the colon of its _describe.
std::string ForZsh(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') shown += '\\';
    shown += c;
  }
  return shown;
}

std::string ZshValues(const cli::Option& option) {
  if (option.value == "DIR") return "_files -/";
  if (option.TakesPath()) return "_files";
  const auto choices = option.Choices();
  return choices.empty() ? " " : fmt::format("({})", fmt::join(choices, " "));
}

std::string ZshOption(const cli::Option& option) {
  if (!option.is_flag()) return fmt::format("':{}:{}'", ForZsh(option.label()), ZshValues(option));
  const std::string about = ForZsh(option.about);
  const char* again = option.is_list() ? "*" : "";
  if (option.value.empty()) return Quoted(fmt::format("{}{}[{}]", again, option.name, about));
  return Quoted(fmt::format("{}{}=[{}]:{}:{}", again, option.name, about, ForZsh(option.value),
                            ZshValues(option)));
}

}  // namespace

std::string BashCompletion(const cli::Command& outline) {
  std::string values;
  std::string next;
  Visit(outline, [&](const cli::Command& each) {
    std::string positional;
    for (const cli::Option& option : each.options) {
      if (!option.is_flag()) {
        positional = " " + BashValues(option);
      } else if (!option.value.empty()) {
        values += fmt::format("    {}) {} ;;\n", Quoted(each.words + " " + option.name),
                              BashValues(option));
      }
    }
    next += fmt::format("      {}) flags={}{} ;;\n", Quoted(each.words), Quoted(NextWords(each)),
                        positional);
  });
  return fmt::format(R"sh(# Completion of prichal for bash: eval "$(prichal completion bash)"

_prichal() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command=prichal words= flags= paths= at
  # --flag=value is three words to bash.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$command ${{COMP_WORDS[at]}}" in
      {})
        command+=" ${{COMP_WORDS[at]}}" ;;
    esac
  done
  case "$command $before" in
{}    *)
      case $command in
{}      esac ;;
  esac
  COMPREPLY=()
  if [[ -n $paths && $word != -* ]]; then
    # Bash does it itself, with all its quotes.
    compopt -o "$paths"
  else
    [[ -n $words && $word != -* ]] || words=$flags
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  fi
}}
complete -F _prichal prichal
)sh",
                     AllCommands(outline, " | "), values, next);
}

std::string ZshCompletion(const cli::Command& outline) {
  std::string cases;
  Visit(outline, [&](const cli::Command& each) {
    cases += fmt::format("    {})\n", Quoted(each.words));
    if (!each.commands.empty()) {
      cases += "      next=(\n";
      for (const cli::Command& command : each.commands) {
        cases += fmt::format("        {}\n",
                             Quoted(fmt::format("{}:{}", command.name, ForZsh(command.about))));
      }
      cases += "      )\n      _describe command next\n";
    } else {
      cases += "      _arguments";
      for (const cli::Option& option : each.options) {
        cases += " \\\n        " + ZshOption(option);
      }
      cases += " \\\n        '--help[What it takes]'\n";
    }
    cases += "      ;;\n";
  });
  return fmt::format(R"sh(#compdef prichal
# Completion of prichal for zsh: source <(prichal completion zsh), or as _prichal in a folder of $fpath

_prichal() {{
  local command=prichal at begins=1
  local -a next
  for ((at = 2; at < CURRENT; at++)); do
    case "$command ${{words[at]}}" in
      {})
        command+=" ${{words[at]}}"
        begins=$at ;;
    esac
  done
  # _arguments takes the last command for the first word.
  words=("${{(@)words[begins,-1]}}")
  ((CURRENT -= begins - 1))
  case $command in
{}  esac
}}

if [[ ${{zsh_eval_context[-1]}} == loadautofunc ]]; then
  _prichal "$@"
else
  compdef _prichal prichal
fi
)sh",
                     AllCommands(outline, " | "), cases);
}

std::string FishCompletion(const cli::Command& outline) {
  std::string lines;
  Visit(outline, [&](const cli::Command& each) {
    const std::string when =
        fmt::format("complete -c prichal -n \"__prichal_is '{}'\"", each.words);
    for (const cli::Command& command : each.commands) {
      lines += fmt::format("{} -a {} -d {}\n", when, command.name, QuotedForFish(command.about));
    }
    for (const cli::Option& option : each.options) {
      std::string line = when;
      if (option.is_flag()) {
        line += fmt::format(" -l {} -d {}", option.name.substr(2), QuotedForFish(option.about));
        if (!option.value.empty()) line += " -r";
      }
      if (option.TakesPath()) line += " -F";
      if (const auto choices = option.Choices(); !choices.empty()) {
        line += fmt::format(" -a '{}'", fmt::join(choices, " "));
      }
      lines += line + "\n";
    }
    lines += fmt::format("{} -l help -d 'What it takes'\n", when);
  });
  return fmt::format(R"sh(# Completion of prichal for fish: prichal completion fish | source

function __prichal_is
    set -l command prichal
    for word in (commandline -opc)[2..-1]
        switch "$command $word"
            case {}
                set command "$command $word"
        end
    end
    test "$command" = "$argv[1]"
end

complete -c prichal -f
{})sh",
                     AllCommands(outline, " "), lines);
}

void AddCompletion(cli::Command& app) {
  cli::Command& verb =
      app.AddCommand(kCompletion, "Print what completes commands and flags in a shell");
  auto shell = std::make_shared<std::string>();
  verb.AddOption("shell", "bash|zsh|fish", shell.get(), "The shell").required = true;
  verb.run = [&app, shell] {
    if (*shell == "bash") return Print(BashCompletion(app), kGood);
    if (*shell == "zsh") return Print(ZshCompletion(app), kGood);
    if (*shell == "fish") return Print(FishCompletion(app), kGood);
    return TellMistake(kCompletion, fmt::format("shell = \"{}\": allowed is bash, zsh or fish",
                                                Printable(*shell)));
  };
}

}  // namespace prichal::app::command
