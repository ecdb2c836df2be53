import type { XmlAttribute } from '../../xml/tag.ts';
import {
  CHARACTER_CTYPE,
  NAMESPACE_11,
  NAMESPACE_12,
  NAMESPACE_20,
  NAMESPACE_22,
  XML_NAMESPACE,
} from '../names.ts';
import { type InlineElement, isValueOf } from '../vocabulary.ts';
import { escapeAttribute } from './characters.ts';

const MODULES = 'urn:oasis:names:tc:xliff:';
const ITS = 'http://www.w3.org/2005/11/its';
const CORE_NAMESPACES = new Set([NAMESPACE_11, NAMESPACE_12, NAMESPACE_20, NAMESPACE_22]);

function isAllowedForeign({ uri }: XmlAttribute, allowed: InlineElement['foreign']): boolean {
  if (allowed === 'none' || CORE_NAMESPACES.has(uri)) return false;
  if (allowed === 'any') return true;
  return uri !== XML_NAMESPACE && (uri.startsWith(MODULES) || uri === ITS);
}

/**
 * Returns the reason why the attributes of an inline element are invalid. Null if they are valid.
 */
export function attributeFault(
  name: string,
  element: InlineElement,
  attributes: readonly XmlAttribute[],
): string | null {
  const values = new Map<string, string>();
  for (const attribute of attributes) {
    if (attribute.prefix !== '') {
      if (isAllowedForeign(attribute, element.foreign)) continue;
      return `<${name}> must not have the attribute ${attribute.name}`;
    }
    const kind = Object.hasOwn(element.attributes, attribute.name)
      ? element.attributes[attribute.name]
      : undefined;
    if (kind === undefined) return `<${name}> has no attribute ${attribute.name}`;
    if (!isValueOf(kind, attribute.value)) {
      return `the ${attribute.name} of <${name}> is not valid`;
    }
    values.set(attribute.name, attribute.value);
  }
  for (const required of element.required) {
    if (!values.has(required)) return `<${name}> needs the attribute ${required}`;
  }
  return element.section.startsWith('XLIFF 2') ? ruleFault(name, values) : null;
}

/**
 * Returns the rule of XLIFF 2.1 that a single inline element violates. Null if it violates none.
 */
function ruleFault(name: string, values: ReadonlyMap<string, string>): string | null {
  const has = (attribute: string) => values.has(attribute);
  if (name === 'ec') {
    const isIsolated = values.get('isolated') === 'yes';
    if (isIsolated !== has('id') || isIsolated === has('startRef')) {
      return 'an isolated <ec> needs an id; any other <ec> needs a startRef';
    }
    if (!isIsolated && has('dir')) return 'an <ec> that is not isolated must not have a dir';
  }
  for (const pair of ['dataRef', 'subFlows', 'equiv']) {
    if (has(`${pair}Start`) !== has(`${pair}End`)) {
      return `${pair}Start and ${pair}End must be used together`;
    }
  }
  if (values.get('canReorder') !== undefined && values.get('canReorder') !== 'yes') {
    if (values.get('canCopy') !== 'no' || values.get('canDelete') !== 'no') {
      return 'a code that cannot be reordered must have canCopy and canDelete set to no; see 4.7.2.6';
    }
  }
  if (has('copyOf') && (has('dataRef') || has('dataRefStart') || has('dataRefEnd'))) {
    return 'a code with copyOf must not refer to original data; see 4.7.2.4.1';
  }
  return subTypeFault(values) ?? annotationFault(name, values);
}

function subTypeFault(values: ReadonlyMap<string, string>): string | null {
  const subType = values.get('subType');
  if (subType === undefined) return null;
  const type = values.get('type');
  if (type === undefined) return 'a subType needs a type; see 4.3.1.36';
  if (!subType.startsWith('xlf:')) return null;
  const wanted = subType === 'xlf:var' ? 'ui' : 'fmt';
  const isKnown = ['xlf:var', 'xlf:lb', 'xlf:pb', 'xlf:b', 'xlf:i', 'xlf:u'].includes(subType);
  return isKnown && type === wanted
    ? null
    : `the subType ${subType} does not fit its type; see 4.3.1.36`;
}

function annotationFault(name: string, values: ReadonlyMap<string, string>): string | null {
  if (name !== 'mrk' && name !== 'sm') return null;
  const type = values.get('type');
  if (type === 'comment' && values.has('value') === values.has('ref')) {
    return 'a comment annotation needs either a value or a ref; see 4.7.3.1.3';
  }
  if (type === 'mtc:match' && values.has('ref')) return 'a match annotation must not have a ref';
  return null;
}

export function isTransparent12(name: string, attributes: readonly XmlAttribute[]): boolean {
  for (const attribute of attributes) {
    if (attribute.name === 'ctype' && attribute.value === CHARACTER_CTYPE) {
      return name === 'ph' || name === 'sub';
    }
    if (attribute.name === 'mtype' && attribute.value === 'seg') return name === 'mrk';
  }
  return false;
}

/**
 * For each attribute that refers to original data, the attribute that contains this data in stored
 * texts. A stored text is complete in itself: `<ph id="1" dataRef="d1" data="{0}"/>`. In a file,
 * the data is in `<originalData>`.
 */
export const DATA_ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['dataRef', 'data'],
  ['dataRefStart', 'dataStart'],
  ['dataRefEnd', 'dataEnd'],
]);

export function formatTag(
  name: string,
  attributes: readonly XmlAttribute[],
  isEmpty: boolean,
  dataOf: (reference: XmlAttribute) => string = () => '',
): string {
  let tag = `<${name}`;
  const declared = new Set(['', 'xml']);
  for (const attribute of attributes) {
    const { prefix, uri, value } = attribute;
    if (!declared.has(prefix)) {
      tag += ` xmlns:${prefix}="${escapeAttribute(uri)}"`;
      declared.add(prefix);
    }
    tag += ` ${attribute.name}="${escapeAttribute(value)}"`;
    const dataName = DATA_ATTRIBUTES.get(attribute.name);
    const data = dataName === undefined ? '' : dataOf(attribute);
    if (data !== '') tag += ` ${dataName}="${escapeAttribute(data)}"`;
  }
  return tag + (isEmpty ? '/>' : '>');
}
