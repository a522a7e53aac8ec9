#include "app/command/outline.h"

#include <gtest/gtest.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>
#include <vector>

#include "app/command/completion.h"
#include "app/command/man_page.h"

namespace prichal::app::command {
namespace {

/// A command line with one of everything.
class OutlineOfCommands : public ::testing::Test {
 protected:
  OutlineOfCommands() {
    auto* harbour = app_.add_subcommand("harbour", "Look at it");
    auto* enter = harbour->add_subcommand("enter", "It's \"in\" [1:2] with a \\");
    enter->add_option("--chart", text_, "Where it is")->type_name("FILE");
    enter->add_option("--flag", list_, "Under which")->type_name("a|b")->allow_extra_args(false);
    enter->add_flag("--fast", fast_, "At once");
    enter->add_option("ship", text_, "Which")->type_name("SHIP");
    enter->footer(".begins with a full stop\n'begins with a quote");
    outline_ = OutlineOf(app_);
  }

  CLI::App app_{"About it.", "prichal"};
  std::string text_;
  std::vector<std::string> list_;
  bool fast_ = false;
  Outline outline_;
};

TEST_F(OutlineOfCommands, HasEveryCommandAndFlagAsTheyAreDeclared) {
  const Outline& enter = outline_.commands.at(0).commands.at(0);
  EXPECT_EQ(outline_.words, "prichal");
  EXPECT_EQ(outline_.about, "About it.");
  EXPECT_EQ(enter.words, "prichal harbour enter");
  EXPECT_EQ(enter.name, "enter");
  ASSERT_EQ(enter.options.size(), 4U);
  const auto& chart = enter.options[0];
  EXPECT_EQ(chart.name, "--chart");
  EXPECT_EQ(chart.value, "FILE");
  EXPECT_EQ(chart.about, "Where it is");
  EXPECT_TRUE(chart.TakesPath());
  EXPECT_TRUE(chart.is_flag);
  EXPECT_FALSE(chart.repeats);
  EXPECT_EQ(enter.options[1].Choices(), (std::vector<std::string_view>{"a", "b"}));
  EXPECT_TRUE(enter.options[1].repeats);
  EXPECT_EQ(enter.options[2].value, "");
  EXPECT_FALSE(enter.options[3].is_flag);
  EXPECT_EQ(enter.options[3].name, "SHIP");
}

TEST_F(OutlineOfCommands, ThePageShowsWhatManWouldTakeForItsOwn) {
  const auto page = CommandsPage(outline_, "1.2");
  EXPECT_TRUE(page.starts_with(".TH PRICHAL 1 \"\" \"prichal 1.2\"\n"));
  EXPECT_NE(page.find(".SS \\fBprichal harbour enter\\fR [\\fIoptions\\fR] [\\fISHIP\\fR]\n"),
            std::string::npos)
      << page;
  EXPECT_NE(page.find("\nIt\\(aqs \"in\" [1:2] with a \\e.\n"), std::string::npos) << page;
  EXPECT_NE(page.find(".TP\n\\fB\\-\\-chart\\fR \\fIFILE\\fR\nWhere it is\n"), std::string::npos);
  EXPECT_NE(page.find("\\fB\\-\\-flag\\fR \\fBa\\fR|\\fBb\\fR\nUnder which; may come again\n"),
            std::string::npos);
  EXPECT_NE(page.find("\n\\&.begins with a full stop\n\\&\\(aqbegins with a quote\n"),
            std::string::npos);
}

TEST_F(OutlineOfCommands, QuotesAreTheShellsOwn) {
  EXPECT_NE(FishCompletion(outline_).find(
                "-n \"__prichal_is 'prichal harbour'\" -a enter -d 'It\\'s \"in\" [1:2] with a "
                "\\\\'\n"),
            std::string::npos)
      << FishCompletion(outline_);
  EXPECT_NE(ZshCompletion(outline_).find("'enter:It'\\''s \"in\" \\[1\\:2\\] with a \\\\'\n"),
            std::string::npos)
      << ZshCompletion(outline_);
}

}  // namespace
}  // namespace prichal::app::command
