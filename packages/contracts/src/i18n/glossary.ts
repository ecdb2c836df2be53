import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable, recordOf, updateBody } from '../schema/build.ts';
import { Archived, Description, Id, SearchText, Timestamp } from '../schema/common.ts';
import { archivableListQuery, ListMeta } from '../schema/list.ts';
import { projectParams } from './projects.ts';

const Term = Type.String({
  minLength: 1,
  maxLength: LIMITS.nameLength,
  pattern: '\\S',
  description: 'In the source language: not blank.',
});
const DoNotTranslate = Type.Boolean({ description: 'Whether it stays as it is, as a brand does.' });
const CaseSensitive = Type.Boolean({ description: 'Whether only this very spelling is the term.' });
const Translations = recordOf(
  { ...Term, description: 'In the locale’s language.' },
  {
    maxProperties: LIMITS.localesPerProject,
    description: 'The term’s translation by locale.',
  },
);

export const GlossaryTerm = named('GlossaryTerm', {
  id: Id,
  projectId: Type.String({
    format: 'uuid',
    description: 'The project whose term it is: a child reads its parent’s as well.',
  }),
  term: Type.String({ description: 'In the source language.' }),
  translations: recordOf(Type.String(), { description: 'By locale.' }),
  doNotTranslate: DoNotTranslate,
  caseSensitive: CaseSensitive,
  note: Type.String({ description: 'For translators.' }),
  archivedAt: nullable(Timestamp),
});
export type GlossaryTerm = Static<typeof GlossaryTerm>;

const termParams = closed({ projectId: Id, termId: Id });

const optionalFields = {
  translations: Type.Optional(Translations),
  doNotTranslate: Type.Optional(DoNotTranslate),
  caseSensitive: Type.Optional(CaseSensitive),
  note: Type.Optional(Description),
};

export const i18nGlossaryList = endpoint({
  id: 'i18n.glossary.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/glossary',
  summary: 'Lists glossary terms, oldest first; of a child project the parent’s among them.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: archivableListQuery({
    q: Type.Optional(SearchText),
    inherited: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Whether a parent’s terms are listed that apply to the project.',
      }),
    ),
  }),
  data: Type.Array(GlossaryTerm),
  meta: ListMeta,
});

export const i18nGlossaryCreate = endpoint({
  id: 'i18n.glossary.create',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/glossary',
  summary: 'Creates a term.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: closed({ term: Term, ...optionalFields }),
  status: 201,
  data: GlossaryTerm,
  errors: ['conflict', 'archived'],
});

export const i18nGlossaryUpdate = endpoint({
  id: 'i18n.glossary.update',
  method: 'PATCH',
  path: '/v1/i18n/projects/:projectId/glossary/:termId',
  summary: 'Changes a term; `translations` replaces all of them, `archived: false` restores.',
  access: scoped('i18n:write'),
  params: termParams,
  body: updateBody({
    term: Type.Optional(Term),
    ...optionalFields,
    archived: Type.Optional(Archived),
  }),
  data: GlossaryTerm,
  errors: ['conflict', 'archived'],
});

export const i18nGlossaryDelete = endpoint({
  id: 'i18n.glossary.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/glossary/:termId',
  summary: 'Archives a term.',
  access: scoped('i18n:write'),
  params: termParams,
  data: GlossaryTerm,
  errors: ['archived'],
});
