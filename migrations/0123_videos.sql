-- Videos stand in galleries: a file of ours, or an address at a host that keeps it. A picture stands for each.
alter table media
  add column video jsonb,
  add constraint media_video
    check (video is null or ((video ->> 'file') is null) <> ((video ->> 'url') is null)) not valid;
