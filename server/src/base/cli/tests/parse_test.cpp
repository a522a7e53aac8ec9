#include <gtest/gtest.h>

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/cli/command_line.h"

namespace prichal::cli {
namespace {

/// A command line with one option of each kind.
class ParsedCommands : public ::testing::Test {
 protected:
  ParsedCommands() {
    enter_.AddOption("--chart", "FILE", &text_, "Where it is").standard = "sea.png";
    enter_.AddOption("--flag", "a|b", &list_, "Under which").check = [](const std::string& value) {
      return value == "a" || value == "b" ? std::string() : value + " is refused";
    };
    enter_.AddOption("--depth", "UINT", &number_, "How deep it is");
    enter_.AddOption("--via", "PLACE", &joined_, "Which way").comma_joined = true;
    enter_.AddOption("--crew", "TEXT", &crew_, "Who comes").several_values = true;
    enter_.AddSwitch("--fast", fast_, "At once");
    enter_.AddOption("ship", "SHIP", &ship_, "Which").required = true;
    enter_.footer = "The harbour closes at night.";
  }

  Parsed Read(std::initializer_list<const char*> arguments) {
    std::vector<const char*> all{"prichal"};
    all.insert(all.end(), arguments);
    return Parse(root_, static_cast<int>(all.size()), all.data());
  }

  Command root_{"prichal", "About it."};
  Command& harbour_ = root_.AddCommand("harbour", "Look at it");
  Command& enter_ = harbour_.AddCommand("enter", "Go in");
  std::string text_;
  std::string joined_;
  std::string ship_;
  std::vector<std::string> list_;
  std::vector<std::string> crew_;
  std::size_t number_ = 0;
  bool fast_ = false;
};

TEST_F(ParsedCommands, WritesValuesToTheirTargets) {
  const auto parsed = Read({"harbour", "enter", "--chart", "x.png", "--flag", "a", "--flag", "b",
                            "--depth", "12", "--via", "north", "--via", "west", "--fast", "Vega"});
  ASSERT_EQ(parsed.chosen, &enter_) << parsed.error;
  EXPECT_EQ(text_, "x.png");
  EXPECT_EQ(list_, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(number_, 12U);
  EXPECT_EQ(joined_, "north,west");
  EXPECT_TRUE(fast_);
  EXPECT_EQ(ship_, "Vega");
  EXPECT_TRUE(enter_.options.front().given);
}

TEST_F(ParsedCommands, MarksGivenOptions) {
  ASSERT_EQ(Read({"harbour", "enter", "Vega"}).chosen, &enter_);
  EXPECT_EQ(text_, "");
  for (const Option& option : enter_.options) EXPECT_EQ(option.given, option.name == "ship");
}

TEST_F(ParsedCommands, AcceptsSeveralValuesOnlyWhereAllowed) {
  ASSERT_EQ(Read({"harbour", "enter", "Vega", "--crew", "Ann", "Ben"}).chosen, &enter_);
  EXPECT_EQ(crew_, (std::vector<std::string>{"Ann", "Ben"}));
  EXPECT_EQ(ship_, "Vega");
  EXPECT_NE(Read({"harbour", "enter", "Vega", "--flag", "a", "b"}).error, "");
}

TEST_F(ParsedCommands, ReportsEachMistakeInOneLine) {
  EXPECT_EQ(Read({"harbour", "enter"}).error, "ship is required");
  EXPECT_EQ(Read({"harbour"}).error, "no command is given");
  EXPECT_EQ(Read({"harbour", "enter", "Vega", "--flag", "c"}).error, "--flag: c is refused");
  EXPECT_NE(Read({"harbour", "enter", "Vega", "--depth", "deep"}).error, "");
}

TEST_F(ParsedCommands, SuggestsSimilarNames) {
  harbour_.other_names = {"port"};
  enter_.options.front().other_names = {"--map"};
  EXPECT_EQ(Read({"harbor", "enter"}).error,
            "unknown command \"harbor\". Did you mean \"harbour\"?");
  EXPECT_EQ(Read({"port"}).error, "unknown command \"port\". Did you mean \"harbour\"?");
  EXPECT_EQ(Read({"harbour", "leave"}).error, "unknown command \"leave\"");
  EXPECT_EQ(Read({"harbour", "enter", "Vega", "--depht", "3"}).error,
            "unknown option \"--depht\". Did you mean \"--depth\"?");
  EXPECT_EQ(Read({"harbour", "enter", "Vega", "--map=x"}).error,
            "unknown option \"--map\". Did you mean \"--chart\"?");
  EXPECT_EQ(Read({"harbour", "enter", "Vega", "--zzz"}).error, "unknown option \"--zzz\"");
}

TEST_F(ParsedCommands, NamesCommandOfError) {
  EXPECT_EQ(Read({"harbour", "enter"}).command, "harbour enter");
  EXPECT_EQ(Read({"harbour", "leave"}).command, "harbour");
  EXPECT_EQ(Read({}).command, "");
}

TEST_F(ParsedCommands, PrintsVersionOnlyIfSet) {
  EXPECT_EQ(Read({"--version"}).error, "unknown option \"--version\"");
  root_.version = "prichal 1.2.3";
  EXPECT_EQ(Read({"--version"}).help, "prichal 1.2.3\n");
}

TEST_F(ParsedCommands, HelpShowsOptionsAndDefaults) {
  const std::string help = Read({"harbour", "enter", "--help"}).help;
  EXPECT_NE(help.find("--chart FILE=sea.png"), std::string::npos) << help;
  EXPECT_NE(help.find("The harbour closes at night."), std::string::npos) << help;
}

}  // namespace
}  // namespace prichal::cli
