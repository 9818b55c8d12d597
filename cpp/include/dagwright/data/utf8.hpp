#pragma once

#include <string_view>

namespace dagwright::data {

/// Whether text is well-formed UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates.
bool is_utf8(std::string_view text);

/// Whether text has only the bytes 1 to 127.
bool is_plain_ascii(std::string_view text);

}  // namespace dagwright::data
