import type { SourceEdit } from '../content/writing.ts';

/** Details that a change stores if its source texts keep their translations. */
export const keptDetail = ({ keepTranslations }: SourceEdit): { keepTranslations?: true } =>
  keepTranslations === true ? { keepTranslations } : {};
