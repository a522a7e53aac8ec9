#include "dev/bridge_faults.h"

#include <gtest/gtest.h>

namespace prichal::dev {
namespace {

constexpr Millis kFaultTime{1'800'000'000'000};

TEST(BridgeFaults, ParsesNamesOfFaultsAndHalves) {
  EXPECT_EQ(FaultNamed("cut"), Fault::kCut);
  EXPECT_EQ(HalfNamed("messages"), Half::kMessages);
  EXPECT_EQ(FaultNamed("Cut"), std::nullopt);
  EXPECT_EQ(HalfNamed(""), std::nullopt);
}

TEST(BridgeFaults, AppliesFaultOnlyToChosenHalf) {
  BridgeFaults faults;
  EXPECT_EQ(faults.StreamFault(), Fault::kNone);
  faults.Choose(Fault::kError, Half::kAll);
  EXPECT_EQ(faults.StreamFault(), Fault::kError);
  EXPECT_EQ(faults.MessageFault(), Fault::kError);
  faults.Choose(Fault::kError, Half::kStreams);
  EXPECT_EQ(faults.MessageFault(), Fault::kNone);
  faults.Choose(Fault::kError, Half::kMessages);
  EXPECT_EQ(faults.StreamFault(), Fault::kNone);
}

TEST(BridgeFaults, IgnoresFaultThatDoesNotApply) {
  BridgeFaults faults;
  faults.Choose(Fault::kCut, Half::kAll);
  EXPECT_EQ(faults.MessageFault(), Fault::kNone);
  for (const auto fault : {Fault::kSlow, Fault::kLost}) {
    faults.Choose(fault, Half::kAll);
    EXPECT_EQ(faults.StreamFault(), Fault::kNone);
  }
}

TEST(BridgeFaults, ReturnsLinesSinceGivenNumber) {
  BridgeFaults faults;
  faults.Record({.kind = Passage::Kind::kStream, .clients = "a,b"}, kFaultTime);
  faults.Choose(Fault::kLost, Half::kMessages);
  faults.Record({.clients = "a", .to = "c\"", .bytes = 7, .fault = Fault::kLost},
                kFaultTime + Millis(1));
  EXPECT_EQ(faults.Json(1, kFaultTime + Millis(2)),
            R"({"fault":"lost","half":"messages","now":1800000000002,"last":2,"lines":[)"
            R"({"number":2,"at":1800000000001,"kind":"message","bytes":7,"fault":"lost",)"
            R"("clients":"a","to":"c\""}]})"
            "\n");
  EXPECT_NE(faults.Json(0, kFaultTime)
                .find(R"("kind":"stream","bytes":0,"fault":"none","clients":"a,b")"),
            std::string::npos);
}

TEST(BridgeFaults, KeepsLatestLines) {
  BridgeFaults faults;
  for (int i = 0; i < 600; ++i) faults.Record({}, kFaultTime);
  const auto json = faults.Json(0, kFaultTime);
  EXPECT_EQ(json.find("\"number\":100,"), std::string::npos);
  EXPECT_NE(json.find("\"number\":101,"), std::string::npos);
  EXPECT_NE(json.find("\"number\":600,"), std::string::npos);
}

}  // namespace
}  // namespace prichal::dev
