#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace dagwright {

/// Binds an enumeration: each word and what it stands for.
template <class Enum>
void bind_enum(nanobind::module_& m, const char* name,
               std::initializer_list<std::pair<const char*, Enum>> values) {
  nanobind::enum_<Enum> bound(m, name);
  for (const auto& [word, value] : values) bound.value(word, value);
}

/// How a field is read: what is of an enumeration may also be its word.
template <class Field>
struct FieldReader {
  static Field read(nanobind::handle value) {
    if constexpr (std::is_enum_v<Field>) {
      if (nanobind::isinstance<nanobind::str>(value)) {
        return nanobind::cast<Field>(nanobind::object(nanobind::type<Field>()[value]));
      }
    }
    return nanobind::cast<Field>(value);
  }
};

/// One of several: an enumeration comes first, if there is one.
template <class First, class... Others>
struct FieldReader<std::variant<First, Others...>> {
  static std::variant<First, Others...> read(nanobind::handle value) {
    if (nanobind::isinstance<nanobind::str>(value)) return FieldReader<First>::read(value);
    return nanobind::cast<std::variant<First, Others...>>(value);
  }
};

/// Binds a struct of options: its constructor takes every field by name and nothing else, and
/// `fields` lists the names.
template <class Options>
class OptionBinder {
 public:
  OptionBinder(nanobind::module_& m, const char* name)
      : class_(m, name), fields_(std::make_shared<std::vector<Field>>()) {
    const auto make = [fields = fields_, type = std::string(name)](Options* self,
                                                                   const nanobind::kwargs& given) {
      Options options{};
      for (const Field& field : *fields) {
        if (!given.contains(field.name)) fail(type + " needs " + field.name + "=");
        try {
          field.set(options, given[field.name]);
        } catch (const std::bad_cast&) {
          fail(type + " cannot take this " + field.name + "=");
        }
      }
      if (given.size() != fields->size()) fail(type + " has other fields than these");
      new (self) Options(std::move(options));
    };
    class_.def("__init__", make, nanobind::sig("def __init__(self, **fields: object) -> None"));
    class_.def_prop_ro_static("fields", [fields = fields_](nanobind::handle) {
      nanobind::list names;
      for (const Field& field : *fields) names.append(field.name);
      return nanobind::tuple(names);
    });
  }
  template <class Value>
  OptionBinder& field(const char* name, Value Options::* member) {
    fields_->push_back({name, [member](Options& options, nanobind::handle value) {
                          options.*member = FieldReader<Value>::read(value);
                        }});
    class_.def_ro(name, member);
    return *this;
  }

 private:
  struct Field {
    const char* name;
    std::function<void(Options&, nanobind::handle)> set;
  };

  [[noreturn]] static void fail(const std::string& message) {
    throw nanobind::type_error(message.c_str());
  }

  nanobind::class_<Options> class_;
  std::shared_ptr<std::vector<Field>> fields_;
};

}  // namespace dagwright
