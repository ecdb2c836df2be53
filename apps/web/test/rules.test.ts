import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../src');
const read = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: SOURCE })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file));

const SCRIPTS = filesOf('**/*.{ts,tsx}');
const COMPONENTS = filesOf('**/*.tsx');
const STYLES = filesOf('**/*.css');

interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* nodesOf(child);
    }
  }
}

/** Attributes whose value users read or hear. */
const READ_ATTRIBUTES =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|alt|title|placeholder|label|hint|text|button|name)$/;
/** Values of `name` on form components and elements, which are the names of request fields. */
const FIELD_NAME = /^[a-z][A-Za-z]*$/;

/** Returns the texts of elements and attributes in a component that do not come from `t()`. */
function bareTexts(file: string): string[] {
  const program = parseSync(file, read(file)).program as unknown as Node;
  const found: string[] = [];
  for (const node of nodesOf(program)) {
    if (node.type === 'JSXText') found.push(String(node.value));
    if (node.type !== 'JSXAttribute' || !isNode(node.value)) continue;
    const { name, value } = node as unknown as { name: Node; value: Node };
    const text = value.type === 'JSXExpressionContainer' ? (value.expression as Node) : value;
    if (!READ_ATTRIBUTES.test(String(name.name)) || text.type !== 'Literal') continue;
    if (name.name === 'name' && FIELD_NAME.test(String(text.value))) continue;
    found.push(String(text.value));
  }
  return found.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text));
}

describe('the sources of the web app', () => {
  it('contain more than 60 components and 30 style sheets', () => {
    expect(COMPONENTS.length).toBeGreaterThan(60);
    expect(STYLES.length).toBeGreaterThan(30);
  });

  it('contain no visible text outside the catalogs', () => {
    const texts = COMPONENTS.flatMap((file) => bareTexts(file).map((text) => `${file}: ${text}`));
    // The product name is the same in every language.
    expect(texts).toEqual(['ui/page/wordmark.tsx: Parlance']);
  });

  it('use style sheets, except for positions in the grid and a dragged width', () => {
    const styled = COMPONENTS.filter((file) => /\bstyle=/.test(read(file)));
    expect(
      styled.filter((file) => !/^features\/editor\/(?:grid\/|panel\/panel\.tsx)/.test(file)),
    ).toEqual([]);
  });

  it('insert no markup from strings', () => {
    const pattern = /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML/;
    expect(SCRIPTS.filter((file) => pattern.test(read(file)))).toEqual([]);
  });

  it('use localStorage only for data that is needed before the account is known', () => {
    const users = SCRIPTS.filter((file) => /\b(?:local|session)Storage\b/.test(read(file)));
    expect(users.sort()).toEqual([
      'app/last-organization.ts',
      'i18n/languages.ts',
      'lib/person/theme.ts',
    ]);
  });

  it('use logical sides, which are correct in both text directions', () => {
    const sides =
      /(?:^|[\s;{(-])(?:left|right)\b|\b(?:margin|padding|border)-(?:top|bottom)\b|^\s*(?:top|bottom):/m;
    const faults = STYLES.filter((file) => sides.test(read(file).replace(/\/\*[\s\S]*?\*\//g, '')));
    expect(faults).toEqual([]);
  });

  it('use `em` for italics, which the base styles disable for scripts without italics', () => {
    const slanting = STYLES.filter((file) => /\b(?:italic|oblique)\b/.test(read(file)));
    expect(slanting).toEqual([]);
  });
});

/** Returns the relative luminance (WCAG 2.2). */
function luminanceOf(color: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrastOf(one: string, other: string): number {
  const [low, high] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

const TOKENS = new Map(
  [
    ...read('styles/tokens.css').matchAll(
      /--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g,
    ),
  ].map(([, name, light, dark]) => [name!, { light: light!, dark: dark! }]),
);

const SURFACES = ['page', 'card', 'raised', 'accent-soft'];
/** Colors of text and visible elements, their backgrounds and the minimum contrast. */
const PAIRS: readonly (readonly [string, readonly string[], number])[] = [
  ['text', SURFACES, 4.5],
  ['soft', ['page', 'card', 'raised'], 4.5],
  ['accent', ['page', 'card', 'raised'], 4.5],
  ['accent-strong', ['page', 'card', 'raised'], 4.5],
  ['success', ['page', 'card'], 4.5],
  ['warning', ['page', 'card'], 4.5],
  ['problem', ['page', 'card'], 4.5],
  ['on-accent', ['accent', 'accent-strong'], 4.5],
  // Borders of fields and buttons (WCAG 2.2, 1.4.11).
  ['line', ['page', 'card'], 3],
];

describe.each(['light', 'dark'] as const)('the colors of the web app in %s', (theme) => {
  it.each(PAIRS)('include %s with enough contrast to its backgrounds', (name, surfaces, least) => {
    for (const surface of surfaces) {
      const ratio = contrastOf(TOKENS.get(name)![theme], TOKENS.get(surface)![theme]);
      expect(ratio, `${name} on ${surface}`).toBeGreaterThanOrEqual(least);
    }
  });
});
