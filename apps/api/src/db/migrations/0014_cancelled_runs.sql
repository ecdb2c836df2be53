-- expand
--
-- Bulk runs that somebody has cancelled.

alter type bulk_run_status add value 'cancelled';
