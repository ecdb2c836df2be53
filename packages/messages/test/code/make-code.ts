import type { Random } from '../adversary/random.ts';

/** Creates a text in a syntax. Its words are in guillemets, as in the examples. */
export type MakeCode = (random: Random) => string;

const WORDS = ['open', 'the file', 'now', 'Save all', 'your team', 'and', 'You have', 'items left'];
const NAMES = ['name', 'count', 'user', 'isOpen', 'item_list', 'total'];
const ELEMENTS = ['b', 'link', 'strong', 'em'];

const words = (random: Random): string => `«${random.pick(WORDS)}»`;
const name = (random: Random): string => random.pick(NAMES);

/** Joins up to four parts with spaces between them, which separate their words. */
function sentence(random: Random, depth: number, parts: readonly Part[]): string {
  const made = Array.from({ length: 1 + random.below(3) }, () => {
    const leaves = depth > 0 ? parts.length : Math.max(1, parts.length - 1);
    return random.below(3) === 0 ? words(random) : parts[random.below(leaves)]!(random, depth - 1);
  });
  return [...made, words(random)].join(' ');
}

type Part = (random: Random, depth: number) => string;

/** Creates texts from parts. The last part can nest. */
const of =
  (...parts: readonly Part[]): MakeCode =>
  (random) =>
    sentence(random, 2, parts);

const mf2Parts: readonly Part[] = [
  (r) => `{$${name(r)}}`,
  (r) => `{$${name(r)} :number style=percent}`,
  (r) => `{|${r.pick(WORDS)}| :string}`,
  (r) => `{#img src=$${name(r)} /}`,
  (r) => {
    const element = r.pick(ELEMENTS);
    return `{#${element}}${words(r)}{/${element}}`;
  },
];
const fluentParts: readonly Part[] = [
  (r) => `{ $${name(r)} }`,
  (r) => `{ NUMBER($${name(r)}, minimumFractionDigits: 2) }`,
  (r) => `{ -${name(r).toLowerCase()}(case: "genitive") }`,
  () => '{"{"}',
];
const handlebarsParts: readonly Part[] = [
  (r) => `{{${name(r)}}}`,
  (r) => `{{{${name(r)}}}}`,
  (r) => `{{> ${name(r)}}}`,
  (r) => `{{!-- ${name(r)} } --}}`,
  (r) => `{{helper ${name(r)} key="value"}}`,
  (r, d) => {
    const block = r.pick(['if', 'each', 'unless']);
    const rest = r.below(2) ? `{{else}}${sentence(r, d, handlebarsParts)}` : '';
    return `{{#${block} ${name(r)}}}${sentence(r, d, handlebarsParts)}${rest}{{/${block}}}`;
  },
];
const liquidParts: readonly Part[] = [
  (r) => `{{ ${name(r)} | default: "friend" }}`,
  (r) => `{{ ${name(r)}.size }}`,
  (r) => `{% assign ${name(r)} = 5 %}`,
  (r, d) => `{% if ${name(r)} < 5 %}${sentence(r, d, liquidParts)}{% else %}${words(r)}{% endif %}`,
  (r, d) => `{%- for x in ${name(r)} -%}${sentence(r, d, liquidParts)}{%- endfor -%}`,
];
const jinjaParts: readonly Part[] = [
  (r) => `{{ ${name(r)} | default("friend") }}`,
  (r) => `{{ ${name(r)}["a b"] }}`,
  (r) => `{# a note on ${name(r)} #}`,
  (r) => `{% set ${name(r)} = {"a": 1} %}`,
  (r, d) => `{% if ${name(r)} > 5 %}${sentence(r, d, jinjaParts)}{% else %}${words(r)}{% endif %}`,
];
const svelteParts: readonly Part[] = [
  (r) => `{${name(r)}}`,
  (r) => `{${name(r)}?.size ?? 0}`,
  (r) => `{@html ${name(r)}}`,
  (r) => `<b>${words(r)}</b>`,
  (r, d) => {
    const rest = r.below(2) ? `{:else if ${name(r)} > 1}${sentence(r, d, svelteParts)}` : '';
    return `{#if ${name(r)}}${sentence(r, d, svelteParts)}${rest}{:else}${words(r)}{/if}`;
  },
  (r, d) => `{#each ${name(r)} as x, i (x.id)}${sentence(r, d, svelteParts)}{/each}`,
];
const angularParts: readonly Part[] = [
  (r) => `{{ ${name(r)} }}`,
  (r) => `{{ ${name(r)} | date: "short" }}`,
  (r) => `<em>${words(r)}</em>`,
  (r, d) =>
    `@for (x of ${name(r)}; track x.id) {${sentence(r, d, angularParts)}} @empty {${words(r)}}`,
  (r, d) =>
    `@if (${name(r)}.open()) {${sentence(r, d, angularParts)}} @else if (a) {${words(r)}} @else {${words(r)}}`,
];
const bladeParts: readonly Part[] = [
  (r) => `{{ $${name(r)} }}`,
  (r) => `{!! $${name(r)} !!}`,
  (r) => `{{-- a } note on ${name(r)} --}}`,
  (r) => `@lang("${name(r)}.title")`,
  (r, d) => `@if($${name(r)} > 1) ${sentence(r, d, bladeParts)} @else ${words(r)} @endif`,
  (r, d) => `@foreach($${name(r)} as $x) ${sentence(r, d, bladeParts)} @endforeach`,
];
const razorParts: readonly Part[] = [
  (r) => `@Model.${name(r)}`,
  (r) => `@(${name(r)} + 1)`,
  (r) => `@Html.Raw(${name(r)})`,
  (r) => `@* a note on ${name(r)} *@`,
  (r, d) => `@if (${name(r)} > 1) { <p>${sentence(r, d, razorParts)}</p> } else { ${words(r)} }`,
];
const erbParts: readonly Part[] = [
  (r) => `<%= ${name(r)} %>`,
  (r) => `<%- ${name(r)} %>`,
  (r) => `<a href="<%= ${name(r)} %>">${words(r)}</a>`,
  (r, d) =>
    `<% if (${name(r)} < 5) { %>${sentence(r, d, erbParts)}<% } else { %>${words(r)}<% } %>`,
];
const vueParts: readonly Part[] = [
  (r) => `{${name(r)}}`,
  (r) => `@:menu.${name(r).toLowerCase()}`,
  (r) => `@.lower:menu.${name(r).toLowerCase()}`,
  () => "{'@'}",
  () => "{'{'}",
];
const icuParts: readonly Part[] = [
  (r) => `{${name(r)}}`,
  (r) => `{${name(r)}, number, ::percent}`,
  (r) => `<b>${words(r)}</b>`,
];

/** Functions that create texts, by syntax. */
export const SYNTAXES = {
  'MessageFormat 2': (r) => {
    const pattern = sentence(r, 1, mf2Parts);
    const kind = r.below(4);
    if (kind === 0) return `.input {$${name(r)} :number}\n{{${pattern}}}`;
    if (kind === 1) return `.input {$n :number}\n.match $n\none {{${pattern}}}\n* {{${pattern}}}`;
    return pattern;
  },
  Fluent: (r) =>
    r.below(4) === 0
      ? `{ $n ->\n    [one] ${words(r)}\n   *[other] { $n } ${words(r)}\n }`
      : sentence(r, 1, fluentParts),
  Handlebars: of(...handlebarsParts),
  Liquid: of(...liquidParts),
  Jinja: of(...jinjaParts),
  Svelte: of(...svelteParts),
  Angular: of(...angularParts),
  Blade: of(...bladeParts),
  Razor: of(...razorParts),
  ERB: of(...erbParts),
  Vue: of(...vueParts),
  ICU: (r) => {
    const [one, other] = [sentence(r, 1, icuParts), sentence(r, 1, icuParts)];
    return r.below(2) ? other : `{n, plural, one {# ${one}} other {# ${other}}}`;
  },
} as const satisfies Record<string, MakeCode>;

export type Syntax = keyof typeof SYNTAXES;
