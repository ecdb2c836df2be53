import { isNmtoken } from './inline/characters.ts';

export type ValueKind =
  | 'text'
  | 'id'
  | 'nmtoken'
  | 'nmtokens'
  | 'yesNo'
  | 'yesNoFirstNo'
  | 'dir'
  | 'type'
  | 'markType'
  | 'userDefined'
  | 'position'
  | 'association'
  | 'appliesTo'
  | 'priority';

const USER_DEFINED = /^[^\s:]+:[^\s:]+$/;

const CHECKS: Readonly<Record<ValueKind, (value: string) => boolean>> = {
  text: () => true,
  id: (value) => value !== '',
  nmtoken: isNmtoken,
  nmtokens: (value) => value.split(' ').every((token) => isNmtoken(token)),
  yesNo: (value) => value === 'yes' || value === 'no',
  yesNoFirstNo: (value) => value === 'yes' || value === 'no' || value === 'firstNo',
  dir: (value) => value === 'ltr' || value === 'rtl' || value === 'auto',
  type: (value) => ['fmt', 'ui', 'quote', 'link', 'image', 'other'].includes(value),
  markType: (value) => ['generic', 'comment', 'term'].includes(value) || USER_DEFINED.test(value),
  userDefined: (value) => USER_DEFINED.test(value),
  position: (value) => value === 'open' || value === 'close',
  association: (value) => ['preceding', 'following', 'both'].includes(value),
  appliesTo: (value) => value === 'source' || value === 'target',
  priority: (value) => /^(?:[1-9]|10)$/.test(value),
};

export function isValueOf(kind: ValueKind, value: string): boolean {
  return CHECKS[kind](value);
}

/**
 * Content of an inline element: nothing, text with inline elements, or native code with `<sub>`
 * elements.
 */
export type Content = 'empty' | 'inline' | 'code';

export interface InlineElement {
  readonly section: string;
  readonly content: Content;
  readonly attributes: Readonly<Record<string, ValueKind>>;
  readonly required: readonly string[];
  /** Namespaces from which the element may have additional attributes. */
  readonly foreign: 'any' | 'modules' | 'none';
}

export type Vocabulary = ReadonlyMap<string, InlineElement>;

const codeOf12 = { id: 'id', xid: 'text', 'equiv-text': 'text', ts: 'text' } as const;

function element12(
  content: Content,
  attributes: Record<string, ValueKind>,
  required: string[],
): InlineElement {
  return { section: 'XLIFF 1.2, inline elements', content, attributes, required, foreign: 'any' };
}

/** The inline elements of XLIFF 1.2, including the delimiter `<mrk>`. */
export const VOCABULARY_12: Vocabulary = new Map<string, InlineElement>([
  ['g', element12('inline', { ...codeOf12, ctype: 'text', clone: 'yesNo' }, ['id'])],
  ['x', element12('empty', { ...codeOf12, ctype: 'text', clone: 'yesNo' }, ['id'])],
  ['bx', element12('empty', { ...codeOf12, rid: 'text', ctype: 'text', clone: 'yesNo' }, ['id'])],
  ['ex', element12('empty', { ...codeOf12, rid: 'text' }, ['id'])],
  [
    'ph',
    element12('code', { ...codeOf12, ctype: 'text', crc: 'text', assoc: 'association' }, ['id']),
  ],
  ['bpt', element12('code', { ...codeOf12, rid: 'text', ctype: 'text', crc: 'text' }, ['id'])],
  ['ept', element12('code', { ...codeOf12, rid: 'text', crc: 'text' }, ['id'])],
  [
    'it',
    element12('code', { ...codeOf12, pos: 'position', rid: 'text', ctype: 'text', crc: 'text' }, [
      'id',
      'pos',
    ]),
  ],
  ['sub', element12('inline', { datatype: 'text', ctype: 'text', xid: 'text' }, [])],
  ['mrk', element12('inline', { mtype: 'id', comment: 'text', ts: 'text' }, ['mtype'])],
]);

const editingHints = { canCopy: 'yesNo', canDelete: 'yesNo', canReorder: 'yesNoFirstNo' } as const;
const typing = { type: 'type', subType: 'userDefined', copyOf: 'nmtoken' } as const;
const standIn = { disp: 'text', equiv: 'text', dataRef: 'nmtoken', subFlows: 'nmtokens' } as const;
const pairedStandIn = {
  canOverlap: 'yesNo',
  dir: 'dir',
  dispStart: 'text',
  dispEnd: 'text',
  equivStart: 'text',
  equivEnd: 'text',
  dataRefStart: 'nmtoken',
  dataRefEnd: 'nmtoken',
  subFlowsStart: 'nmtokens',
  subFlowsEnd: 'nmtokens',
} as const;
const endOrStart = { canOverlap: 'yesNo', dir: 'dir', isolated: 'yesNo' } as const;
const annotation = {
  id: 'nmtoken',
  translate: 'yesNo',
  type: 'markType',
  ref: 'text',
  value: 'text',
} as const;

/**
 * The inline elements of XLIFF 2.1 (section 4.2.3). `<cp>` is not among them, because the reader replaces it by the
 * character.
 */
export const VOCABULARY_2: Vocabulary = new Map<string, InlineElement>([
  [
    'ph',
    {
      section: 'XLIFF 2.1 4.2.3.2',
      content: 'empty',
      attributes: { id: 'nmtoken', ...editingHints, ...typing, ...standIn },
      required: ['id'],
      foreign: 'modules',
    },
  ],
  [
    'pc',
    {
      section: 'XLIFF 2.1 4.2.3.3',
      content: 'inline',
      attributes: { id: 'nmtoken', ...editingHints, ...typing, ...pairedStandIn },
      required: ['id'],
      foreign: 'modules',
    },
  ],
  [
    'sc',
    {
      section: 'XLIFF 2.1 4.2.3.4',
      content: 'empty',
      attributes: { id: 'nmtoken', ...editingHints, ...typing, ...standIn, ...endOrStart },
      required: ['id'],
      foreign: 'modules',
    },
  ],
  [
    'ec',
    {
      section: 'XLIFF 2.1 4.2.3.5',
      content: 'empty',
      attributes: {
        id: 'nmtoken',
        startRef: 'nmtoken',
        ...editingHints,
        ...typing,
        ...standIn,
        ...endOrStart,
      },
      required: [],
      foreign: 'modules',
    },
  ],
  [
    'mrk',
    {
      section: 'XLIFF 2.1 4.2.3.6',
      content: 'inline',
      attributes: annotation,
      required: ['id'],
      foreign: 'any',
    },
  ],
  [
    'sm',
    {
      section: 'XLIFF 2.1 4.2.3.7',
      content: 'empty',
      attributes: annotation,
      required: ['id'],
      foreign: 'any',
    },
  ],
  [
    'em',
    {
      section: 'XLIFF 2.1 4.2.3.8',
      content: 'empty',
      attributes: { startRef: 'nmtoken' },
      required: ['startRef'],
      foreign: 'none',
    },
  ],
]);
