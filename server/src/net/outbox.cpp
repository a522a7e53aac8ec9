#include "net/outbox.h"

#include <algorithm>
#include <utility>

namespace prichal::net {
namespace {

/// Its head, the end of its head, its body.
constexpr std::size_t kPiecesOfAnAnswer = 3;

}  // namespace

std::size_t Outbox::Piece::WireSize() const {
  if (!chunked) return size();
  return http::ChunkLine(size()).text().size() + size() + http::kChunkEnd.size();
}

void Outbox::Part(Piece piece) {
  if (piece.size() == 0) return;
  bytes_ += piece.WireSize();
  if (pieces_.empty()) pieces_.reserve(kPiecesOfAnAnswer);
  pieces_.push_back(std::move(piece));
}

void Outbox::Raw(SharedBytes bytes) {
  const std::size_t length = bytes->size();
  Part({.bytes = std::move(bytes), .length = length, .end = nullptr, .chunked = false});
}

void Outbox::Chunk(SharedBytes bytes) {
  const std::size_t length = bytes->size();
  Part({.bytes = std::move(bytes), .length = length, .end = nullptr, .chunked = true});
}

template <typename LineOf, typename Take>
void Outbox::ForEachView(std::size_t end, LineOf line_of, Take take) const {
  std::size_t skip = offset_;
  const auto add = [&](std::string_view view) {
    const std::size_t sent = std::min(skip, view.size());
    skip -= sent;
    if (sent < view.size()) take(view.substr(sent));
  };
  for (std::size_t i = first_; i < end; ++i) {
    const Piece& piece = pieces_[i];
    if (piece.chunked) {
      http::ChunkLine& line = line_of(i - first_);
      line = http::ChunkLine(piece.size());
      add(line.text());
    }
    add(std::string_view(*piece.bytes).substr(0, piece.length));
    if (piece.end) add(*piece.end);
    if (piece.chunked) add(http::kChunkEnd);
  }
}

void Outbox::Gather(Batch& batch) const {
  batch.count = 0;
  ForEachView(
      std::min(pieces_.size(), first_ + Batch::kPieces),
      [&](std::size_t number) -> http::ChunkLine& { return batch.lines[number]; },
      [&](std::string_view view) { batch.views[batch.count++] = view; });
}

void Outbox::CopyTo(std::string& out) const {
  out.clear();
  http::ChunkLine line;
  ForEachView(
      pieces_.size(), [&](std::size_t /*number*/) -> http::ChunkLine& { return line; },
      [&](std::string_view view) { out += view; });
}

void Outbox::Consume(std::size_t count) {
  bytes_ -= count;
  offset_ += count;
  while (first_ < pieces_.size() && offset_ >= pieces_[first_].WireSize()) {
    offset_ -= pieces_[first_].WireSize();
    pieces_[first_].end.reset();
    pieces_[first_++].bytes.reset();
  }
  if (!empty()) return;
  first_ = 0;
  // Room for an answer stays, because the next one wants it; what a burst took goes back: there are
  // tens of thousands of idle streams.
  if (pieces_.capacity() > kPiecesOfAnAnswer) {
    pieces_ = std::vector<Piece>();
  } else {
    pieces_.clear();
  }
}

}  // namespace prichal::net
