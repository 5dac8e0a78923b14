alter table media validate constraint media_video;
