#include "valkey/resp.h"

#include <fmt/format.h>
#include <hiredis/read.h>

#include <iterator>
#include <utility>

namespace prichal::valkey {

/// Callbacks of hiredis' reader: places each parsed element in the tree of Reply. A list grows as
/// its elements arrive, regardless of its announced length. It does not grow while an element is
/// being filled, so the pointers on the reader's stack stay valid.
struct ReplyBuilder {
  static ReplyReader& ReaderOf(const redisReadTask* task) {
    return *static_cast<ReplyReader*>(task->privdata);
  }

  /// Returns null, which the reader treats as an error, if the reply has too many elements.
  static Reply* Place(const redisReadTask* task) {
    ReplyReader& reader = ReaderOf(task);
    if (++reader.elements_ > reader.bounds_.elements) return nullptr;
    if (task->parent == nullptr) {
      // The reader owns the root until it returns it.
      return std::make_unique<Reply>().release();
    }
    auto& items = static_cast<Reply*>(task->parent->obj)->items;
    return &items.emplace_back();
  }

  static void* Text(const redisReadTask* task, char* bytes, std::size_t length) {
    Reply* reply = Place(task);
    if (reply == nullptr) return nullptr;
    reply->kind = task->type == REDIS_REPLY_ERROR    ? Reply::Kind::kError
                  : task->type == REDIS_REPLY_STATUS ? Reply::Kind::kStatus
                                                     : Reply::Kind::kText;
    reply->text.assign(bytes, length);
    return reply;
  }

  static void* List(const redisReadTask* task, int /*length*/) {
    Reply* reply = Place(task);
    if (reply != nullptr) reply->kind = Reply::Kind::kList;
    return reply;
  }

  static void* Integer(const redisReadTask* task, long long value) {
    Reply* reply = Place(task);
    if (reply == nullptr) return nullptr;
    reply->kind = Reply::Kind::kInteger;
    reply->integer = value;
    return reply;
  }

  static void* Nil(const redisReadTask* task) { return Place(task); }

  static void FreeRoot(void* root) { std::unique_ptr<Reply>(static_cast<Reply*>(root)).reset(); }

  static redisReplyObjectFunctions functions;
};

redisReplyObjectFunctions ReplyBuilder::functions = {
    .createString = Text,
    .createArray = List,
    .createInteger = Integer,
    .createNil = Nil,
    .freeObject = FreeRoot,
};

void ReplyReader::Free::operator()(redisReader* reader) const { redisReaderFree(reader); }

ReplyReader::ReplyReader(Bounds bounds)
    : bounds_(bounds), reader_(redisReaderCreateWithFunctions(&ReplyBuilder::functions)) {
  if (!reader_) throw std::bad_alloc();
  reader_->privdata = this;
}

ReplyReader::~ReplyReader() = default;

void ReplyReader::Feed(std::string_view bytes) {
  if (!error_.empty()) return;
  if (redisReaderFeed(reader_.get(), bytes.data(), bytes.size()) != REDIS_OK) {
    error_ = fmt::format("malformed reply: {}", reader_->errstr);
  }
}

std::optional<Reply> ReplyReader::Next() {
  if (!error_.empty()) return std::nullopt;
  void* root = nullptr;
  const std::size_t before = reader_->len - reader_->pos;
  const int status = redisReaderGetReply(reader_.get(), &root);
  const std::unique_ptr<Reply> reply(static_cast<Reply*>(root));
  if (status != REDIS_OK) {
    error_ = elements_ > bounds_.elements
                 ? fmt::format("a reply has more than {} elements", bounds_.elements)
                 : fmt::format("malformed reply: {}", reader_->errstr);
    return std::nullopt;
  }
  if (reply) {
    elements_ = 0;
    taken_ = 0;
    return std::move(*reply);
  }
  const std::size_t left = reader_->len - reader_->pos;
  taken_ += before - left;
  if (taken_ + left > bounds_.bytes) {
    error_ = fmt::format("a reply has more than {} bytes", bounds_.bytes);
  }
  return std::nullopt;
}

void AppendCommandHead(std::string& out, std::size_t parts) {
  fmt::format_to(std::back_inserter(out), "*{}\r\n", parts);
}

void AppendCommandPart(std::string& out, std::string_view part) {
  fmt::format_to(std::back_inserter(out), "${}\r\n", part.size());
  out.append(part).append("\r\n");
}

}  // namespace prichal::valkey
