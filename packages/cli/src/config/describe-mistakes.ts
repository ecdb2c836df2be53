import { ConfigSchema } from '@parlance/config';
import { Errors } from 'typebox/value';
import { didYouMean } from '../output/did-you-mean.ts';

type Pointer = readonly (string | number)[];

/** A mistake in the configuration. `at` is its location, and `path` is the path of the member with the mistake. */
interface Mistake {
  readonly path: string;
  readonly message: string;
  readonly at: Pointer;
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly { readonly const?: string }[];
}

/** Returns the mistakes of a configuration: unknown and missing members, and wrong values. */
export function describeMistakes(value: unknown): Mistake[] {
  const wrong = Errors(ConfigSchema, value).filter(({ keyword }) => keyword !== 'boolean');
  const found = wrong.map(({ instancePath, message, params }): Mistake => {
    const pointer = instancePath
      .split('/')
      .slice(1)
      .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const path = instancePath || '/';
    const schema = schemaAt(pointer);
    const { additionalProperties = [], requiredProperties = [] } = params as Params;
    const [extra] = additionalProperties;
    if (extra !== undefined) {
      const meant = didYouMean(extra, Object.keys(schema?.properties ?? {}), JSON.stringify);
      return { path, message: `has no member "${extra}".${meant}`, at: [...pointer, extra] };
    }
    if (requiredProperties.length > 0) {
      const names = requiredProperties.map((name) => `"${name}"`).join(' and ');
      return { path, message: `needs ${names}`, at: pointer };
    }
    const choices = choicesOf(schema);
    if (choices.length === 0) return { path, message, at: pointer };
    return { path, message: describeChoice(valueAt(value, pointer), choices), at: pointer };
  });
  // The validator reports each constant of a choice as a separate error.
  return found.filter(
    (mistake, index) =>
      found.findIndex(
        ({ path, message }) => path === mistake.path && message === mistake.message,
      ) === index,
  );
}

interface Params {
  readonly additionalProperties?: readonly string[];
  readonly requiredProperties?: readonly string[];
}

function describeChoice(given: unknown, choices: readonly string[]): string {
  const meant = typeof given === 'string' ? didYouMean(given, choices) : '';
  return `is one of ${choices.join(', ')}, not ${JSON.stringify(given)}.${meant}`;
}

const choicesOf = (schema: Schema | undefined): readonly string[] =>
  schema?.enum ?? (schema?.anyOf ?? []).flatMap((one) => one.const ?? []);

function schemaAt(pointer: Pointer): Schema | undefined {
  let schema: Schema | undefined = ConfigSchema as Schema;
  for (const part of pointer) {
    schema = typeof part === 'number' ? schema?.items : schema?.properties?.[part];
  }
  return schema;
}

function valueAt(value: unknown, pointer: Pointer): unknown {
  let found = value;
  for (const part of pointer) found = (found as Record<string | number, unknown> | null)?.[part];
  return found;
}
