const audit = 'id uuid created_on changed_on created_by_fk changed_by_fk';
const managed = 'is_managed_externally external_url';

/** The tables of the metadata database that are filled out of answers, with those of their columns that answers tell. */
const columns: Readonly<Record<string, string>> = {
  ab_user:
    'id first_name last_name username password active email last_login login_count created_on is_password_untold',
  ab_role: 'id name',
  ab_user_role: 'id user_id role_id',
  ab_permission: 'id name',
  ab_view_menu: 'id name',
  ab_permission_view: 'id permission_id view_menu_id',
  ab_permission_view_role: 'id permission_view_id role_id',
  ab_group: 'id name label description',
  ab_user_group: 'id user_id group_id',
  ab_group_role: 'id group_id role_id',
  dbs: `${audit} ${managed} database_name sqlalchemy_uri cache_timeout expose_in_sqllab configuration_method allow_run_async allow_file_upload allow_ctas allow_cvas allow_dml force_ctas_schema extra impersonate_user server_cert untold`,
  ssh_tunnels: 'id database_id server_address server_port username',
  tables: `${audit} ${managed} table_name description main_dttm_col currency_code_column database_id offset cache_timeout schema catalog sql filter_select_enabled is_sqllab_view normalize_columns always_filter_main_dttm default_endpoint fetch_values_predicate template_params extra folders`,
  table_columns:
    'id uuid created_on changed_on table_id column_name verbose_name is_active type advanced_data_type groupby filterable is_dttm description expression python_date_format datetime_format extra',
  sql_metrics:
    'id uuid created_on changed_on table_id metric_name verbose_name metric_type description d3format currency warning_text expression extra',
  sqlatable_user: 'id user_id table_id',
  slices: `${audit} ${managed} slice_name datasource_id datasource_type viz_type params query_context description cache_timeout certified_by certification_details last_saved_at last_saved_by_fk`,
  slice_user: 'id user_id slice_id',
  dashboards: `${audit} ${managed} dashboard_title position_json description css json_metadata slug published certified_by certification_details theme_id`,
  dashboard_slices: 'id dashboard_id slice_id',
  dashboard_user: 'id user_id dashboard_id',
  dashboard_roles: 'id dashboard_id role_id',
  embedded_dashboards: 'uuid allow_domain_list dashboard_id changed_on changed_by_fk',
  row_level_security_filters: `${audit} name description filter_type group_key clause`,
  rls_filter_roles: 'id role_id rls_filter_id',
  rls_filter_tables: 'id table_id rls_filter_id',
  saved_query: `${audit} user_id db_id schema catalog label description sql template_parameters rows`,
  annotation_layer: `${audit} name descr`,
  annotation: `${audit} layer_id short_descr long_descr start_dttm end_dttm json_metadata`,
  favstar: 'id user_id class_name obj_id',
  tag: `${audit} name type description`,
  tagged_object: 'id tag_id object_id object_type',
  css_templates: `${audit} template_name css`,
  themes: `${audit} theme_name json_data is_system_default is_system_dark`,
  report_schedule: `${audit} type name description context_markdown crontab creation_method timezone report_format chart_id dashboard_id database_id sql validator_type validator_config_json log_retention grace_period working_timeout force_screenshot custom_width email_subject extra_json`,
  report_recipient: 'id type recipient_config_json report_schedule_id',
  report_schedule_user: 'id user_id report_schedule_id',
};

export const collectedTables: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(columns).map(([table, names]) => [table, names.split(' ')]),
);
