#include "app/command/completion.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/command/man_page.h"

namespace prichal::app::command {
namespace {

/// A command line with one of everything.
class DescribedCommands : public ::testing::Test {
 protected:
  DescribedCommands() {
    cli::Command& enter = root_.AddCommand("harbour", "Look at it")
                              .AddCommand("enter", "It's \"in\" [1:2] with a \\");
    enter.AddOption("--chart", "FILE", &text_, "Where it is");
    enter.AddOption("--flag", "a|b", &list_, "Under which");
    enter.AddSwitch("--fast", fast_, "At once");
    enter.AddOption("ship", "SHIP", &text_, "Which");
    enter.footer = ".begins with a full stop\n'begins with a quote";
  }

  cli::Command root_{"prichal", "About it."};
  std::string text_;
  std::vector<std::string> list_;
  bool fast_ = false;
};

TEST_F(DescribedCommands, ThePageShowsWhatManWouldTakeForItsOwn) {
  const auto page = CommandsPage(root_, "1.2");
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

TEST_F(DescribedCommands, QuotesAreTheShellsOwn) {
  EXPECT_NE(FishCompletion(root_).find(
                "-n \"__prichal_is 'prichal harbour'\" -a enter -d 'It\\'s \"in\" [1:2] with a "
                "\\\\'\n"),
            std::string::npos)
      << FishCompletion(root_);
  EXPECT_NE(ZshCompletion(root_).find("'enter:It'\\''s \"in\" \\[1\\:2\\] with a \\\\'\n"),
            std::string::npos)
      << ZshCompletion(root_);
}

}  // namespace
}  // namespace prichal::app::command
