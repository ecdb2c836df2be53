export {
  decideQuestion,
  deleteComment,
  editComment,
  muteComment,
} from './comment/change-comment.ts';
export { COMMENT, type CommentView, listOfKey, listThreads } from './comment/comment-view.store.ts';
export { commentsOf, questionsOf } from './comment/commented.store.ts';
export { createComment } from './comment/create-comment.ts';
export { countOpenWork, type OpenWorkRow } from './comment/open-work.store.ts';
export { listPeople } from './comment/people.store.ts';
export { sendBack } from './comment/send-back.ts';
export { COME_BACK } from './event/encode-events.ts';
export { EventHub } from './event/event-hub.ts';
export type { EventReader } from './event/event-reader.ts';
export { composeDigest } from './notification/compose-digest.ts';
export { composeReminder } from './notification/compose-reminder.ts';
export { findPreferences, isAnyDigestDue } from './notification/inbox.store.ts';
export {
  countUnread,
  listNotifications,
  type NotificationRow,
  type ReadNotifications,
  readNotifications,
} from './notification/notification.store.ts';
export { remindOfQuestions } from './notification/remind-of-questions.ts';
export { sendDigests } from './notification/send-digests.ts';
export { unsubscribe } from './notification/unsubscribe.ts';
export { acceptProposal } from './proposal/accept-proposal.ts';
export { closeProposal } from './proposal/close-proposal.ts';
export { createProposal } from './proposal/create-proposal.ts';
export { countOpen, openOf } from './proposal/open-count.store.ts';
export { findPersonId } from './proposal/person.store.ts';
export { listProposals, PROPOSAL, type ProposalView } from './proposal/proposal.store.ts';
export { voteProposal } from './proposal/vote-proposal.ts';
export { isAnyChatDigestDue } from './webhook/chat/digest.store.ts';
export { orderDigests } from './webhook/chat/order-digests.ts';
export { composeWebhookMail } from './webhook/compose-webhook-mail.ts';
export { createWebhook } from './webhook/create-webhook.ts';
export { deleteWebhook } from './webhook/delete-webhook.ts';
export { DELIVERY, type DeliveryRow, listDeliveries } from './webhook/delivery.store.ts';
export { dispatchEvents } from './webhook/dispatch-events.ts';
export { resealWebhooks } from './webhook/reseal-webhooks.ts';
export { rotateWebhook } from './webhook/rotate-webhook.ts';
export { sendDeliveries } from './webhook/send-deliveries.ts';
export { redeliver, requireWebhook, testWebhook } from './webhook/send-now.ts';
export { updateWebhook } from './webhook/update-webhook.ts';
export {
  isAnyWebhookDue,
  listWebhooks,
  WEBHOOK,
  type WebhookRow,
} from './webhook/webhook.store.ts';
