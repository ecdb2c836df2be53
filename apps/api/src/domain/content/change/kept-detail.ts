/** Details that a change stores if its source texts keep their translations. */
export const keptDetail = ({
  keepTranslations,
}: {
  readonly keepTranslations?: boolean | undefined;
}): { keepTranslations?: true } => (keepTranslations === true ? { keepTranslations } : {});
