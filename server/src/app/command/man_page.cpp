#include "app/command/man_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/command/commands.h"
#include "app/command/verdict.h"
#include "config/key.h"

namespace prichal::app::command {
namespace {

/// A text that man(7) shows as it is, also where a line begins with a full stop.
std::string Shown(std::string_view text) {
  std::string shown;
  for (const char c : text) {
    const bool begins = shown.empty() || shown.back() == '\n';
    if (begins && (c == '.' || c == '\'')) shown += "\\&";
    if (c == '\\') {
      shown += "\\e";
    } else if (c == '-') {
      shown += "\\-";
    } else if (c == '\'') {
      shown += "\\(aq";
    } else if (c == '`') {
      shown += "\\(ga";
    } else {
      shown += c;
    }
  }
  return shown;
}

std::string Bold(std::string_view text) { return fmt::format("\\fB{}\\fR", Shown(text)); }
std::string Italic(std::string_view text) { return fmt::format("\\fI{}\\fR", Shown(text)); }

std::string Head(std::string_view name, int section, std::string_view version,
                 std::string_view about) {
  std::string capitals(name);
  std::transform(capitals.begin(), capitals.end(), capitals.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return fmt::format(".TH {} {} \"\" \"prichal {}\"\n.SH NAME\n{} \\- {}\n", capitals, section,
                     version, name, Shown(about));
}

/// A term and what it means.
std::string Item(std::string_view term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}\n", term, Shown(meaning));
}

std::string Term(const cli::Option& option) {
  if (!option.is_flag()) return Italic(option.label());
  const auto choices = option.Choices();
  if (option.value.empty()) return Bold(option.name);
  if (choices.empty()) return fmt::format("{} {}", Bold(option.name), Italic(option.value));
  std::string words;
  for (const std::string_view choice : choices) words += (words.empty() ? "" : "|") + Bold(choice);
  return fmt::format("{} {}", Bold(option.name), words);
}

/// "prichal keys list [options] [FILE]"
std::string Synopsis(const cli::Command& outline) {
  std::string line = Bold(outline.words);
  const auto has_flag = [](const cli::Option& option) { return option.is_flag(); };
  if (std::any_of(outline.options.begin(), outline.options.end(), has_flag)) {
    line += fmt::format(" [{}]", Italic("options"));
  }
  for (const cli::Option& option : outline.options) {
    if (!option.is_flag()) line += fmt::format(" [{}]", Italic(option.label()));
  }
  return line;
}

std::string Section(const cli::Command& outline) {
  std::string text = fmt::format(".SS {}\n{}.\n", Synopsis(outline), Shown(outline.about));
  for (const cli::Option& option : outline.options) {
    text += Item(Term(option), option.about + (option.is_list() ? "; may come again" : ""));
  }
  if (!outline.footer.empty()) text += fmt::format(".PP\n{}\n", Shown(outline.footer));
  return text;
}

}  // namespace

std::string CommandsPage(const cli::Command& outline, std::string_view version) {
  std::string page =
      Head(outline.name, 1, version, "server of a Telegram mini app and its TON Connect bridge");
  page +=
      fmt::format(".SH SYNOPSIS\n{} {} [{}]\n.PP\n{} [{}] {}\n.SH DESCRIPTION\n{}\n.SH COMMANDS\n",
                  Bold(outline.name), Italic("command"), Italic("options"), Bold(outline.name),
                  Italic("command"), Bold("--help"), Shown(outline.about));
  Visit(outline, [&](const cli::Command& each) {
    if (each.commands.empty()) page += Section(each);
  });
  page += ".SH EXIT STATUS\n";
  page += Item("0", "It is as it should be.");
  page += Item("1", "It was looked at, and is not.");
  page += Item("2",
               "It could not be looked at or done: arguments, files, configuration. The reason "
               "is on standard error.");
  page += ".SH SEE ALSO\n.BR prichal.toml (5)\n";
  return page;
}

std::string ConfigurationPage(std::string_view version) {
  std::string page = Head("prichal.toml", 5, version, "configuration of prichal(1)");
  page += fmt::format(
      ".SH DESCRIPTION\n{}\n",
      Shown("A file in TOML that `prichal serve --config FILE` reads. Each key has a variable of "
            "the environment too, and some a flag: a flag wins over the environment, the "
            "environment over the file, the file over the default. `prichal check-config` prints "
            "every key with its value and where that comes from."));
  std::string_view section;
  for (const config::Key& key : config::Keys()) {
    if (key.section != section) {
      section = key.section;
      page += fmt::format(".SH [{}]\n", Shown(section));
    }
    page +=
        Item(fmt::format("{} = {}", Bold(key.name), Shown(config::ToToml(config::DefaultOf(key)))),
             fmt::format("{}{} Allowed is {}.", key.doc, key.at_start ? " At the start only." : "",
                         config::Allowed(key)));
    page += fmt::format(".br\n{}\n", Shown(config::EnvironmentName(key)));
  }
  page += ".SH SEE ALSO\n.BR prichal (1)\n";
  return page;
}

void AddMan(cli::Command& app, std::string_view version) {
  cli::Command& verb = app.AddCommand("man", "Print the manual page, for `man -l -`");
  auto toml = std::make_shared<bool>(false);
  verb.AddSwitch("--toml", *toml, "That of the configuration, prichal.toml(5)");
  verb.run = [&app, toml, version] {
    return Print(*toml ? ConfigurationPage(version) : CommandsPage(app, version), kGood);
  };
}

}  // namespace prichal::app::command
