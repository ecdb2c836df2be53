-- What was published before, in whichever release and environment, is not made again.
create index release_locale_fingerprint on release_locale (project_id, fingerprint);
