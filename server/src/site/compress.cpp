#include "site/compress.h"

#include <brotli/encode.h>
#include <zlib.h>

#include <cstdint>
#include <stdexcept>

namespace prichal::host {

std::string Brotli(std::string_view bytes, Effort effort) {
  constexpr int kQuick = 4;
  const int quality = effort == Effort::kBest ? BROTLI_MAX_QUALITY : kQuick;
  std::size_t size = BrotliEncoderMaxCompressedSize(bytes.size());
  std::string out(size, '\0');
  const auto* in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  auto* to = reinterpret_cast<std::uint8_t*>(out.data());
  if (BrotliEncoderCompress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.size(), in,
                            &size, to) == BROTLI_FALSE) {
    throw std::runtime_error("brotli ran out of memory");
  }
  out.resize(size);
  return out;
}

std::string Gzip(std::string_view bytes, Effort effort) {
  const int level = effort == Effort::kBest ? Z_BEST_COMPRESSION : Z_BEST_SPEED;
  constexpr int kGzipWindow = 15 + 16;  // zlib.h: 15 window bits, and 16 to write a gzip header
  constexpr int kMemory = 9;
  z_stream stream{};
  if (deflateInit2(&stream, level, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib ran out of memory");
  }
  std::string in(bytes);  // zlib takes a non-const pointer
  std::string out(deflateBound(&stream, static_cast<uLong>(in.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int done = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (done != Z_STREAM_END) throw std::runtime_error("zlib did not finish");
  return out;
}

}  // namespace prichal::host
