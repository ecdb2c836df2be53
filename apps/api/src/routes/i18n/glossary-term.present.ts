import type { GlossaryTerm } from '@parlance/contracts';
import { GLOSSARY_TERM, type GlossaryTermRow } from '../../domain/content/index.ts';
import { membersOf } from '../../domain/kernel/index.ts';

export const presentGlossaryTerm = (row: GlossaryTermRow): GlossaryTerm =>
  membersOf(GLOSSARY_TERM, row);
