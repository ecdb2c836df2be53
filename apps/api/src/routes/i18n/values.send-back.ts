import { i18nValuesSendBack } from '@parlance/contracts';
import { sendBack } from '../../domain/talk/index.ts';
import { route } from '../../http/route.ts';
import { presentComment } from './comment.present.ts';
import { presentValue, withCurrent } from './value.present.ts';

export const i18nValuesSendBackRoute = route(
  i18nValuesSendBack,
  async ({ deps, principal, params, body, request }) => {
    const call = { ...params, ...body, principal, address: request.ip };
    const { value, comment } = await withCurrent(sendBack(deps, call));
    return { data: { value: presentValue(value), comment: presentComment(comment) } };
  },
);
