-- expand
--
-- Notifications of proposals. One unread notification covers all open proposals of a person in a locale: `comment_id` is
-- a hash of the three, and `thread_id` is the proposal that caused the notification. The version before joins comments,
-- so it does not show these notifications.

alter type notification_kind add value 'proposal';

create index proposal_person_open on proposal (person_id, project_id, locale_id, id) where state = 'open';
