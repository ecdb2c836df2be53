import { translateText } from '@parlance/contracts';
import { failWith, resolveRequest, translateNow } from '../../domain/translation/index.ts';
import { route } from '../../http/route.ts';
import { presentUsage } from './translation.present.ts';

export const translateTextRoute = route(
  translateText,
  async ({ deps, principal, body, signal }) => {
    const { text, ...rest } = body;
    const request = await resolveRequest(deps.db, principal, { ...rest, strings: [text] });
    const { locales, usage } = await translateNow(deps, request, signal);
    const [locale] = locales;
    const { result } = locale!.items[0]!;
    if (result.status !== 'translated') failWith(result);
    return {
      data: {
        text: result.text,
        sourceLocale: request.sourceLocale,
        targetLocale: locale!.locale,
        warnings: [...result.warnings],
        usage: presentUsage(usage),
      },
    };
  },
);
