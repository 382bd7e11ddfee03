package messages;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.util.Optional;

/** The messages as JSON. */
public final class Json {
    private static final Gson GSON =
            new GsonBuilder()
                    .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
                    .registerTypeAdapterFactory(new Optionals())
                    .create();

    private Json() {}

    public static <T> T read(JsonObject json, Class<T> type) {
        return GSON.fromJson(json, type);
    }

    /** The fields of all these values in one object. */
    public static JsonObject object(Object... values) {
        var object = new JsonObject();
        for (var value : values) {
            GSON.toJsonTree(value).getAsJsonObject().asMap().forEach(object::add);
        }
        return object;
    }

    /** An {@code Optional} that is empty is null in JSON, and stands there all the same. */
    private static final class Optionals implements TypeAdapterFactory {
        @Override
        @SuppressWarnings("unchecked")
        public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
            if (type.getRawType() != Optional.class) {
                return null;
            }
            var content = ((ParameterizedType) type.getType()).getActualTypeArguments()[0];
            return (TypeAdapter<T>) optional(gson.getAdapter(TypeToken.get(content)));
        }

        private static <E> TypeAdapter<Optional<E>> optional(TypeAdapter<E> content) {
            return new TypeAdapter<>() {
                @Override
                public void write(JsonWriter out, Optional<E> value) throws IOException {
                    if (value.isPresent()) {
                        content.write(out, value.get());
                        return;
                    }
                    boolean before = out.getSerializeNulls();
                    out.setSerializeNulls(true);
                    out.nullValue();
                    out.setSerializeNulls(before);
                }

                @Override
                public Optional<E> read(JsonReader in) throws IOException {
                    return Optional.ofNullable(content.read(in));
                }
            };
        }
    }
}
