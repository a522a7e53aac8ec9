#include "bridge/valkey/tests/fixture_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace prichal::bridge {
namespace {

using valkey::Reply;

Reply Number(std::int64_t number) { return {.kind = Reply::Kind::kInteger, .integer = number}; }
Reply Text(std::string text) { return {.kind = Reply::Kind::kText, .text = std::move(text)}; }
Reply List(std::vector<Reply> items) {
  return {.kind = Reply::Kind::kList, .items = std::move(items)};
}

bool IsPublish(const valkey::Script& script) { return script.source.ends_with("return publish()"); }

}  // namespace

std::size_t ModelCluster::MasterOf(const std::string& key) {
  return static_cast<std::size_t>(key.at(key.find('{') + 1)) % kMasters;
}

Reply ModelCluster::Run(const valkey::Script& script, const std::vector<std::string>& keys,
                        const std::vector<std::string>& arguments) {
  const std::string& name = keys.front();
  ++micros;
  const Millis time = now + skew.at(MasterOf(name)) + Millis(micros / 1000);
  const std::int64_t clock =
      time.count() * 2048 + static_cast<std::int64_t>(micros % 1000 / 8) * 16;
  ModelMailbox& mailbox = mailboxes[name];
  if (IsPublish(script)) {
    const std::string& fingerprint = arguments[2];
    for (const auto& message : mailbox.messages) {
      if (!fingerprint.empty() && message.fingerprint == fingerprint) {
        return List({Number(1), Number(message.event_id)});
      }
    }
    const std::int64_t id = std::max<std::int64_t>(
        clock, (std::max<std::int64_t>(mailbox.last, std::stoll(arguments[1])) / 16 + 1 +
                static_cast<std::int64_t>(micros % 61)) *
                   16);
    if (mailbox.epoch == 0) mailbox.epoch = clock;
    mailbox.messages.push_back({.event_id = id,
                                .field = arguments[0] == "0" ? "o" : "d",
                                .data = arguments[8],
                                .fingerprint = fingerprint});
    const std::string payload = std::to_string(id) + ' ' + std::to_string(mailbox.newest) + ' ' +
                                std::to_string(mailbox.epoch) + '\n' + arguments[8];
    mailbox.last = mailbox.newest = id;
    for (ModelClient* client : clients) client->Enqueue(name, payload);
    return List({Number(0), Number(id)});
  }
  const std::int64_t after = std::stoll(arguments[0]);
  const std::int64_t raise = std::stoll(arguments[3]);
  if (raise > mailbox.last && clock <= raise) mailbox.last = raise;
  std::vector<Reply> reply{
      Number(mailbox.newest), Number(std::max(mailbox.last, clock - 1)), Number(time.count()),
      Text(mailbox.epoch == 0 ? "" : std::to_string(mailbox.epoch)), Number(0)};
  std::size_t messages = 0;
  for (const auto& message : mailbox.messages) {
    if (message.event_id <= after) continue;
    if (messages++ == std::stoull(arguments[1])) {
      reply[4] = Number(1);
      break;
    }
    reply.push_back(Text(std::to_string(message.event_id)));
    reply.push_back(Text(message.field));
    reply.push_back(Text(message.data));
  }
  return List(std::move(reply));
}

void ModelCluster::Forget(std::size_t master, std::size_t messages) {
  for (auto& [name, mailbox] : mailboxes) {
    if (MasterOf(name) != master) continue;
    for (std::size_t i = 0; i < messages && !mailbox.messages.empty(); ++i) {
      forgotten.insert(mailbox.messages.back().event_id);
      mailbox.messages.pop_back();
    }
    mailbox.last = mailbox.newest = mailbox.messages.empty() ? 0 : mailbox.messages.back().event_id;
    if (mailbox.messages.empty()) mailbox.epoch = 0;
  }
}

ModelClient::ModelClient(ModelCluster& cluster, valkey::PushPort& port)
    : cluster_(cluster), port_(port) {
  cluster_.clients.push_back(this);
}

ModelClient::~ModelClient() { std::erase(cluster_.clients, this); }

void ModelClient::Run(std::string_view /*key*/, std::vector<std::string> /*command*/, Done done) {
  done(Fail(valkey::Error{.message = "the model knows scripts alone"}));
}

void ModelClient::RunScript(const valkey::Script& script, std::vector<std::string> keys,
                            std::vector<std::string> arguments, valkey::Durability /*durability*/,
                            Done done) {
  Link& connection = connections_.at(ModelCluster::MasterOf(keys.front()));
  connection.going.push_back({&script, std::move(keys), std::move(arguments), std::move(done)});
}

void ModelClient::Subscribe(std::string channel) {
  Link& connection = connections_.at(ModelCluster::MasterOf(channel));
  EXPECT_TRUE(connection.wanted.insert(channel).second) << "subscribed to twice";
  connection.subscribed.insert(channel);
  connection.pushed.push_back({.call = [this, channel] { port_.OnSubscribed(channel); }});
}

void ModelClient::Unsubscribe(std::string_view channel) {
  const std::string name(channel);
  Link& connection = connections_.at(ModelCluster::MasterOf(name));
  connection.wanted.erase(name);
  connection.subscribed.erase(name);
}

void ModelClient::Enqueue(const std::string& channel, const std::string& payload) {
  Link& connection = connections_.at(ModelCluster::MasterOf(channel));
  if (!connection.subscribed.contains(channel)) return;
  connection.pushed.push_back(
      {.may_be_lost = true, .call = [this, channel, payload] { port_.OnPush(channel, payload); }});
}

void ModelClient::Arrive(std::size_t master) {
  Link& connection = connections_.at(master);
  if (connection.going.empty()) return;
  Command command = std::move(connection.going.front());
  connection.going.pop_front();
  auto reply = cluster_.Run(*command.script, command.keys, command.arguments);
  connection.coming.emplace_back(std::move(command.done), std::move(reply));
}

void ModelClient::Answer(std::size_t master) {
  Link& connection = connections_.at(master);
  if (connection.coming.empty()) return;
  auto [done, answer] = std::move(connection.coming.front());
  connection.coming.pop_front();
  done(std::move(answer));
}

void ModelClient::Push(std::size_t master, bool lost) {
  Link& connection = connections_.at(master);
  if (connection.pushed.empty()) return;
  const auto push = std::move(connection.pushed.front());
  connection.pushed.pop_front();
  if (!lost || !push.may_be_lost) push.call();
}

void ModelClient::Break(std::size_t master, std::mt19937& chance) {
  Link& connection = connections_.at(master);
  for (auto arrived = chance() % (connection.going.size() + 1); arrived > 0; --arrived)
    Arrive(master);
  auto going = std::exchange(connection.going, {});
  auto coming = std::exchange(connection.coming, {});
  const valkey::Error error{.kind = valkey::Error::Kind::kUnknown, .message = "the link broke"};
  for (auto& [done, answer] : coming) done(Fail(valkey::Error(error)));
  for (auto& command : going) command.done(Fail(valkey::Error(error)));
  connection.pushed.clear();
  connection.subscribed.clear();
  const std::vector<std::string> channels(connection.wanted.begin(), connection.wanted.end());
  port_.OnInterrupted(channels);
}

void ModelClient::Resubscribe(std::size_t master) {
  Link& connection = connections_.at(master);
  for (const std::string& channel : connection.wanted) {
    if (!connection.subscribed.insert(channel).second) continue;
    connection.pushed.push_back({.call = [this, channel] { port_.OnSubscribed(channel); }});
  }
}

bool ModelClient::idle() const {
  return std::all_of(connections_.begin(), connections_.end(), [](const Link& connection) {
    return connection.going.empty() && connection.coming.empty() && connection.pushed.empty();
  });
}

}  // namespace prichal::bridge
