import { translatePreview } from '@parlance/contracts';
import { requireLanguageTag } from '../../domain/project/index.ts';
import { previewTranslation } from '../../domain/translation/index.ts';
import { route } from '../../http/route.ts';

export const translatePreviewRoute = route(
  translatePreview,
  async ({ deps, principal, body, signal }) => {
    const { localeCode, ...wishes } = body;
    const targetLocale = requireLanguageTag(localeCode, '/localeCode');
    return { data: await previewTranslation(deps, principal, { ...wishes, targetLocale }, signal) };
  },
);
