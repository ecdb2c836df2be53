import type { ProjectTranslation, TranslationSettings } from '@parlance/contracts';
import { LIMITS } from '@parlance/contracts/limits';
import { useTranslation } from 'react-i18next';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { EngineOrder } from './engine-order.tsx';
import { inheritedHint, textOrNull } from './inherited.ts';

/** The instructions for all languages, and their order of engines. */
export function ProjectGuidance({
  draft: { product, instructions, engines: order },
  translation: { set, effective, defaultEngines },
  engines,
  onChange,
}: {
  draft: TranslationSettings;
  translation: ProjectTranslation;
  engines: readonly string[];
  onChange(members: Partial<TranslationSettings>): void;
}) {
  const { t } = useTranslation();
  const inherited = set.engines === null ? effective.engines : null;
  return (
    <>
      <TextArea
        label={t('guidance.product')}
        hint={
          inheritedHint(t, product, set.product, effective.product) ?? t('guidance.productHint')
        }
        name="product"
        rows={3}
        maxLength={LIMITS.productLength}
        value={product ?? ''}
        onChange={(text) => onChange({ product: textOrNull(text) })}
      />
      <TextArea
        label={t('guidance.instructions')}
        hint={
          inheritedHint(t, instructions, set.instructions, effective.instructions) ??
          t('guidance.instructionsHint')
        }
        name="instructions"
        rows={4}
        maxLength={LIMITS.instructionsLength}
        value={instructions ?? ''}
        onChange={(text) => onChange({ instructions: textOrNull(text) })}
      />
      <EngineOrder
        label={t('guidance.order')}
        hint={t('guidance.orderHint', { engines: (inherited ?? defaultEngines).join(', ') })}
        engines={order ?? []}
        all={engines}
        onChange={(names) => onChange({ engines: names.length === 0 ? null : [...names] })}
      />
    </>
  );
}
